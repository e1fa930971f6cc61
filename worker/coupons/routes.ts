import * as contract from '#contract/coupons'
import { bind, routes } from '../http/bind.ts'
import { list, read, readByCode } from './read.ts'
import { create, edit, recallCreated, remove } from './write.ts'

export const couponRoutes = routes(
  bind(contract.listCoupons, list),
  bind(contract.createCoupon, create, recallCreated),
  bind(contract.getCouponByCode, readByCode),
  bind(contract.getCoupon, read),
  bind(contract.editCoupon, edit),
  bind(contract.deleteCoupon, remove),
)
