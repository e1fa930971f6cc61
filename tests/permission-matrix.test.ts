import { expect, it } from 'vitest'
import { grantOf, permissions } from '#domain/permissions'
import { ACTORS, expectedGrant, matrixCalls } from './permission-matrix.ts'

it('the matrix names the calls of the permission table, and no others', () => {
  expect(matrixCalls.toSorted()).toEqual(Object.keys(permissions).toSorted())
})

it.each(matrixCalls)('the permission table grants %s as the matrix does', (may) => {
  expect(ACTORS.map((role) => grantOf(may, role))).toEqual(ACTORS.map((role) => expectedGrant(may, role)))
})
