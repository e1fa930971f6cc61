import { describe, expect, it } from 'vitest'
import { PlanPeriod } from '../subscriptions/periods.ts'
import { comparedLesson, lessonsAWeek, pricePerLesson, savingOf } from './value.ts'

const plan = {
  weeklyMinutes: 60,
  baseMonthlyPrice: 600_00,
  monthDiscount: 0,
  quarterDiscount: 10_00,
  yearDiscount: 20_00,
}

describe('the value of a plan', () => {
  it('counts whole lessons of 30 minutes', () => {
    expect(lessonsAWeek(60)).toEqual({ halfHours: 2, quarterHours: 0 })
    expect(lessonsAWeek(59)).toEqual({ halfHours: 1, quarterHours: 1 })
    expect(lessonsAWeek(230)).toEqual({ halfHours: 7, quarterHours: 1 })
    expect(lessonsAWeek(44)).toEqual({ halfHours: 1, quarterHours: 0 })
    expect(lessonsAWeek(15)).toEqual({ halfHours: 0, quarterHours: 1 })
  })

  it('shows the price of a lesson that the week holds', () => {
    expect([15, 29, 30, 10_080].map(comparedLesson)).toEqual([15, 15, 30, 30])
    expect(pricePerLesson({ ...plan, weeklyMinutes: 15 }, PlanPeriod.Month)).toBe(150_00)
    expect(pricePerLesson({ ...plan, weeklyMinutes: 30 }, PlanPeriod.Month)).toBe(150_00)
  })

  it('counts what fits into any week from the shortest to the longest', () => {
    const fits = [29, 45, 75, 100, 500, 10_080].map((minutes) => Object.values(lessonsAWeek(minutes)))
    expect(fits).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 0],
      [16, 1],
      [336, 0],
    ])
  })

  it('divides the price by all weeks of the period: 4, 12 and 52', () => {
    expect(pricePerLesson(plan, PlanPeriod.Month)).toBe(75_00)
    expect(pricePerLesson(plan, PlanPeriod.Quarter)).toBe(67_50)
    expect(pricePerLesson(plan, PlanPeriod.Year)).toBe(55_38)
  })

  it('computes the saving from the base price of the period’s months', () => {
    expect(savingOf(plan, PlanPeriod.Month)).toEqual({ full: 600_00, saved: 0 })
    expect(savingOf(plan, PlanPeriod.Quarter)).toEqual({ full: 1800_00, saved: 180_00 })
    expect(savingOf(plan, PlanPeriod.Year)).toEqual({ full: 7200_00, saved: 1440_00 })
  })
})
