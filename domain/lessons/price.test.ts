import { expect, it } from 'vitest'
import { Role } from '../roles.ts'
import { lessonPrice } from './price.ts'

it('a tutor earns 37.50 EGP for 15 minutes and 75 EGP for 30', () => {
  expect(lessonPrice(15, Role.Tutor)).toBe(3750)
  expect(lessonPrice(30, Role.Tutor)).toBe(7500)
})

it('a lesson with a tutor manager is free', () => {
  expect(lessonPrice(30, Role.TutorManager)).toBe(0)
})
