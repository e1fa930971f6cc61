/** What the command asks of the run inside Vitest. */
export type Plan = {
  /** Path from the root → the source in which each mutant is a branch that one variable switches. */
  sources: Record<string, string>
  testFiles: string[]
  /** Null: run every test file once and report which mutants each one covers. */
  mutants: Target[] | null
  /**
   * Whether all modules are loaded anew for each test file, so that nothing that one mutant left in the memory of a module
   * decides about the next. Inside workerd that takes seconds: there it is done for the mutants of constants only.
   */
  isFresh: boolean
  /** Seed of the property tests. */
  seed: number
}

/** The mutant of a constant is covered while modules load. */
export type Target = { id: string; isConstant: boolean; coverage: Coverage[] }

/** A test file that covers a mutant, and how often it runs its code while nothing is mutated. */
export type Coverage = { file: string; hits: number }

/** What the run prints for the command, one a line behind `MARK`. */
export type Report =
  | {
      kind: 'file'
      file: string
      failure: string | null
      /** Mutant → how often the tests of the file run its code, and the modules while they load. */
      hits: Record<string, number>
      hitsAtLoad: Record<string, number>
    }
  /** A test file begins to run with a mutant. */
  | { kind: 'begin'; id: string; file: string }
  | { kind: 'end'; id: string; killedBy: string | null }
  /** A test file fails without a mutant too, which says nothing about the mutants. */
  | { kind: 'broken'; failure: string }

export const MARK = 'mutation│'
