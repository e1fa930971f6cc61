/**
 * The worker is loaded with the first request otherwise, inside a test: the mutants of its constants would count as covered by
 * that test alone, and be tried without loading the module that holds them again.
 */
import '../../worker/index.ts'
