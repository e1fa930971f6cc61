/** What the command tells the run inside Vitest, and what that run tells the command. */
export type Plan = {
  /** Path from the root → the source in which each mutant is a branch that one variable switches. */
  sources: Record<string, string>
  testFiles: string[]
  /** Null: run every test file once and tell which mutants each one meets. */
  mutants: Target[] | null
  /** Whether all modules are loaded anew for each test file, so that a mutant of a constant is met. */
  isFresh: boolean
  /** Seed of the property tests. */
  seed: number
}

export type Target = { id: string; meetings: Meeting[] }

/** A test file that meets a mutant, and how often it does while nothing is mutated. */
export type Meeting = { file: string; hits: number }

export type Told =
  | { told: 'file'; file: string; failure: string | null; hits: Record<string, number> }
  | { told: 'begin'; id: string }
  | { told: 'end'; id: string; killedBy: string | null }

export const MARK = 'mutation│'
