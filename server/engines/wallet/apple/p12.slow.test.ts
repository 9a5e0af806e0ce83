import { proveDamagedFiles, setUpCertificate } from '../../../../test/p12-setup.ts'

setUpCertificate()
proveDamagedFiles(200)
