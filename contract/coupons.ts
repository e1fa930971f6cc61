import * as z from 'zod/mini'
import { MAX_COUPON_USES, normalCouponCode, whyNotCouponCode, whyNotCouponDiscount } from '#domain/plans/coupon'
import { defineCall } from './call.ts'
import * as calls from './calls/coupons.ts'
import {
  dateFilter,
  id,
  idParams,
  instant,
  instantFrom,
  listOf,
  nothing,
  paging,
  queryIds,
  queryText,
  refusing,
  ruledInt,
  sorting,
  times,
  unless,
} from './fields.ts'

/** A discount on one plan, in whole percent for each period. */
export const coupon = z.object({
  id,
  code: z.string(),
  planId: id,
  monthDiscount: z.int(),
  quarterDiscount: z.int(),
  yearDiscount: z.int(),
  expiresAt: instant,
  createdBy: id,
  updatedBy: id,
  ...times,
})
export type Coupon = z.input<typeof coupon>

/** A coupon as admins see it, with its uses. */
export const countedCoupon = z.object({
  ...coupon.shape,
  usedCount: z.int(),
  /** Null: unlimited. */
  maxUses: z.nullable(z.int()),
})
export type CountedCoupon = z.input<typeof countedCoupon>

/** A coupon by its code; only admins see its uses. */
const couponByCode = z.object({
  ...coupon.shape,
  usedCount: z.optional(countedCoupon.shape.usedCount),
  maxUses: z.optional(countedCoupon.shape.maxUses),
})

const discount = ruledInt(whyNotCouponDiscount)
const draft = z.object({
  code: z.string().check(z.overwrite(normalCouponCode), refusing(whyNotCouponCode)),
  planId: id,
  monthDiscount: discount,
  quarterDiscount: discount,
  yearDiscount: discount,
  expiresAt: instantFrom(z.iso.datetime(unless('expire-date-invalid'))),
  /** How many orders may use it; null or absent: unlimited. */
  maxUses: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_COUPON_USES)))),
})
const fieldErrors = [
  'plan-not-found',
  'illegal',
  'coupon-code-invalid',
  'zero-coupon-discount',
  'max-coupon-discount-exceeded',
  'expire-date-invalid',
  'expired-coupon-expire-date',
  'date-too-far',
] as const

export const createCoupon = defineCall(calls.createCoupon, {
  may: 'coupon.create',
  summary: 'Create a coupon',
  body: draft,
  answer: countedCoupon,
  errors: fieldErrors,
  creates: true,
})

export const editCoupon = defineCall(calls.editCoupon, {
  may: 'coupon.edit',
  summary: 'Change a coupon',
  params: idParams,
  body: z.partial(draft),
  answer: countedCoupon,
  errors: ['coupon-not-found', 'empty-request', ...fieldErrors],
  versioned: true,
})

export const deleteCoupon = defineCall(calls.deleteCoupon, {
  may: 'coupon.delete',
  summary: 'Delete a coupon',
  params: idParams,
  answer: nothing,
  errors: ['coupon-not-found', 'illegal'],
  versioned: true,
})

export const getCoupon = defineCall(calls.getCoupon, {
  may: 'coupon.read',
  summary: 'A coupon',
  params: idParams,
  answer: countedCoupon,
  errors: ['coupon-not-found'],
})

export const getCouponByCode = defineCall(calls.getCouponByCode, {
  may: 'coupon.readByCode',
  summary: 'A coupon by its exact code, expired ones too',
  params: z.object({ code: z.string().check(z.overwrite(normalCouponCode), z.maxLength(100)) }),
  answer: couponByCode,
  errors: ['coupon-not-found', 'too-many-requests'],
})

export const listCoupons = defineCall(calls.listCoupons, {
  may: 'coupon.list',
  summary: 'Coupons, newest first',
  query: z.object({
    code: z.optional(queryText),
    planIds: queryIds,
    expiresAt: z.optional(dateFilter),
    ...paging,
    ...sorting('createdAt', 'expiresAt', 'code'),
  }),
  answer: listOf(countedCoupon),
  errors: [],
})
