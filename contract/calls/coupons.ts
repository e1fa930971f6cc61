import { address } from '../address.ts'

export const createCoupon = address('POST', '/coupon')
export const editCoupon = address('PUT', '/coupon/:id')
export const deleteCoupon = address('DELETE', '/coupon/:id')
export const getCoupon = address('GET', '/coupon/:id')
export const getCouponByCode = address('GET', '/coupon/code/:code')
export const listCoupons = address('GET', '/coupon/list')
