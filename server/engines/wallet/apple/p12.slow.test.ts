import { proveDamagedFiles, setUpCertificate } from './p12-trial.ts'

setUpCertificate()
proveDamagedFiles(200)
