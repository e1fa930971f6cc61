import { expect, it } from 'vitest'
import { Role } from '../roles.ts'
import { lessonPrice, refundPrice } from './price.ts'

it('a tutor earns 37.50 EGP for 15 minutes and 75 EGP for 30', () => {
  expect(lessonPrice(15, Role.Tutor)).toBe(3750)
  expect(lessonPrice(30, Role.Tutor)).toBe(7500)
})

it('a lesson with a tutor manager is free', () => {
  expect(lessonPrice(30, Role.TutorManager)).toBe(0)
})

it('a refund counts a lesson with its price, and a free one with what a tutor would have earned', () => {
  expect(refundPrice({ price: 4000, duration: 30 })).toBe(4000)
  expect(refundPrice({ price: 1, duration: 30 })).toBe(1)
  expect(refundPrice({ price: 0, duration: 30 })).toBe(7500)
  expect(refundPrice({ price: 0, duration: 15 })).toBe(3750)
})
