import { expect, it } from 'vitest'
import { joinedPieces, type SharedModule } from './pieces.ts'

const shared = (id: string, bytes: number, roots: string, imports: string[] = []): SharedModule => ({
  id,
  bytes,
  roots: new Set(roots),
  imports,
})
const joined = (...modules: SharedModule[]) =>
  joinedPieces(modules)
    .map((ids) => ids.toSorted().join(' '))
    .toSorted()

it('puts what the same screens need into one file, and a small module beside what nearly the same screens need', () => {
  expect(joined(shared('a', 900_000, 'xy'), shared('b', 900_000, 'xy'))).toEqual(['a b'])
  expect(joined(shared('a', 3000, 'wxy'), shared('b', 500, 'xyz'))).toEqual(['a b'])
})

it('leaves a large module apart that other screens would fetch for nothing', () => {
  expect(joined(shared('small', 200, 'vwxyz'), shared('large', 90_000, 'yz'))).toEqual(['large', 'small'])
})

it('counts what a file imports', () => {
  const modules = [
    shared('small', 200, 'xyz'),
    shared('dialog', 900, 'xy', ['library']),
    shared('library', 90_000, 'uvwxy'),
  ]
  expect(joined(...modules)).toEqual(['dialog library', 'small'])
})

it('joins no two files of which one imports the other by a third', () => {
  const modules = [shared('a', 100, 'xy', ['b']), shared('b', 90_000, 'vw', ['c']), shared('c', 100, 'xyz')]
  expect(joined(...modules)).toEqual(['a', 'b', 'c'])
})
