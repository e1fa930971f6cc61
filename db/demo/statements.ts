import type { Demo } from './demo.ts'
import { fileInsertions, filesOf } from './files.ts'
import { inboxInsertions } from './inbox.ts'
import type { Insertion } from './insertions.ts'
import { linkInsertions } from './links.ts'
import { planLifeInsertions } from './plan-life.ts'
import { lessonInsertions } from './rows-lessons.ts'
import { earningsInsertions, salesInsertions, trialTerminations } from './rows-money.ts'
import { peopleInsertions } from './rows-people.ts'

/** All rows as statements, in the order of the tables' foreign keys. `videoBytes` is the size of the intro video. */
export const statementsOf = (demo: Demo, passwordHash: string, videoBytes: number): Insertion[] => [
  ...peopleInsertions(demo, passwordHash),
  ...fileInsertions(filesOf(demo), demo, videoBytes),
  ...salesInsertions(demo),
  ...lessonInsertions(demo),
  ...earningsInsertions(demo),
  ...inboxInsertions(demo),
  ...linkInsertions(demo),
  trialTerminations(demo),
  ...planLifeInsertions(demo),
]
