import * as coupons from '#contract/coupons'
import * as invites from '#contract/invites'
import * as planInvites from '#contract/plan-invites'
import * as plans from '#contract/plans'
import { bind, routes } from '../http/bind.ts'
import * as listPlanInvites from './list-plan-invites.ts'
import * as readActs from './read.ts'
import * as readCoupon from './read-coupon.ts'
import { list, read } from './read-invite.ts'
import { usage } from './usage.ts'
import * as write from './write.ts'
import * as writeCoupon from './write-coupon.ts'
import { create, edit, recallCreated, remove } from './write-invite.ts'
import * as writePlanInvite from './write-plan-invite.ts'

export const planRoutes = routes(
  bind(invites.listInvites, list),
  bind(invites.createInvite, create, recallCreated),
  bind(invites.getInvite, read),
  bind(invites.editInvite, edit),
  bind(invites.deleteInvite, remove),
  bind(coupons.listCoupons, readCoupon.list),
  bind(coupons.createCoupon, writeCoupon.create, writeCoupon.recallCreated),
  bind(coupons.getCouponByCode, readCoupon.readByCode),
  bind(coupons.getCoupon, readCoupon.read),
  bind(coupons.editCoupon, writeCoupon.edit),
  bind(coupons.deleteCoupon, writeCoupon.remove),
  bind(plans.listPlans, readActs.list),
  bind(plans.createPlan, write.create, write.recallCreated),
  bind(plans.listPlanUsage, usage),
  bind(plans.getPlan, readActs.read),
  bind(plans.editPlan, write.edit),
  bind(plans.deletePlan, write.remove),
  bind(planInvites.listPlanInvites, listPlanInvites.list),
  bind(planInvites.createPlanInvites, writePlanInvite.create, writePlanInvite.recallCreated),
  bind(planInvites.editPlanInvites, writePlanInvite.edit),
  bind(planInvites.deletePlanInvite, writePlanInvite.remove),
)
