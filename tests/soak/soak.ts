/**
 * `npm run soak`, or `npm run soak -- 5` for five turns: the random tests of `npm test`, longer and each turn with new
 * seeds. It proves nothing that one turn could prove. What it searches for are orders of events in which
 * - the ledger does not balance, minutes are granted or taken twice, an order and its provider disagree or a tutor is paid
 *   below zero after a thousand acts of several people at once over a server that is killed six times
 *   (`tests/storm/money-storm.ts`, and inside workerd with providers that fail, `tests/api/money-storm.test.ts`);
 * - an order, its ledger or its refunds end otherwise than its provider's, after whatever people, banks, staff and the network did
 *   (`tests/api/payment-histories.test.ts`);
 * - a first start that is killed while it loads the demo leaves half a demo, or `workerd` on the port;
 * - a call answers with a fault, or with what the OpenAPI document does not promise (`tests/fuzz`).
 * A failed turn prints the seed that repeats it.
 */
import { join } from 'node:path'
import { fuzz } from '../fuzz/fuzz.ts'
import { bin, root, run, runAll, type Stage, verdict } from '../stage.ts'

const turns = Number(process.argv[2] ?? 1)
/** Four times those of `npm test`. */
const FUZZ_EXAMPLES = 12
const newSeed = () => String(Math.floor(Math.random() * 1_000_000))

/** Of each provider; some 90 seconds for a hundred. */
const HISTORIES = '400'

/** The random tests inside workerd, with a seed of their own. */
const workersStage = (name: string, file: string): Stage => ({
  name,
  run: async (print) => {
    const env = { STORM_SEED: newSeed(), HISTORIES }
    const config = 'tests/vitest.workers.config.ts'
    return verdict(await run(print, bin('vitest'), ['run', '--config', config, `tests/api/${file}`], { env }))
  },
})

/** A script of `tests/storm` with a seed of its own. */
const stormStage = (name: string, script: string): Stage => ({
  name,
  run: async (print) => {
    const env = { STORM_SEED: newSeed() }
    return verdict(await run(print, process.execPath, [join(root, `tests/storm/${script}.ts`), '--long'], { env }))
  },
})

const stages = (turn: number): Stage[] => [
  stormStage(`crashes ${turn}`, 'money-storm'),
  stormStage(`starts ${turn}`, 'first-start'),
  stormStage(`versions ${turn}`, 'version-before'),
  workersStage(`outages ${turn}`, 'money-storm'),
  workersStage(`histories ${turn}`, 'payment-histories'),
  {
    name: `fuzz ${turn}`,
    run: (print) => fuzz(print, { seed: newSeed(), examples: FUZZ_EXAMPLES, asEveryRole: true }),
  },
]

const groups = Array.from({ length: turns }, (_, index) => [stages(index + 1)])
process.exit((await runAll(groups)) ? 0 : 1)
