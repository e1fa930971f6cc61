/** `npm run reset`: forgets all local state; the next start loads the demo data anew. */
import { rmSync } from 'node:fs'
import { stateDir } from './settings.ts'

rmSync(stateDir, { recursive: true, force: true })
console.log(`Removed ${stateDir}. The next npm start loads fresh demo data.`)
