/** `npm run reset`: deletes all local state; the next start loads the demo data again. */
import { rmSync } from 'node:fs'
import { stateDir } from './settings.ts'

rmSync(stateDir, { recursive: true, force: true })
console.log(`Removed ${stateDir}. The next npm start loads fresh demo data.`)
