import { proveDamagedFiles, useCertificate } from './p12-trial.ts'

useCertificate()
proveDamagedFiles(200)
