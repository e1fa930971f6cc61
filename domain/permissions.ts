import { Role } from './roles.ts'

/**
 * `own`: only records that belong to the caller or are addressed to them; the act restricts to these. `any`: everybody's.
 */
export type Grant = 'no' | 'own' | 'any'

const no = 'no'
const own = 'own'
const any = 'any'

const columns = ['anonymous', 'student', 'tutor', 'tutorManager', 'studio', 'regularAdmin', 'superAdmin'] as const

export type Grants = Record<(typeof columns)[number], Grant>

const row = <
  const Anonymous extends Exclude<Grant, 'own'>,
  const Manager extends Grant,
  const Studio extends Grant,
  const Admin extends Grant,
  const Super extends Grant,
>(
  anonymous: Anonymous,
  student: Grant,
  tutor: Grant,
  tutorManager: Manager,
  studio: Studio,
  regularAdmin: Admin,
  superAdmin: Super,
) => ({ anonymous, student, tutor, tutorManager, studio, regularAdmin, superAdmin })

/**
 * Who may make which call; used by the API's guard and the menus of the dashboard (docs/rules/accounts.md 1.2). The tests
 * have an independent copy in `tests/permission-matrix.ts`.
 */
// biome-ignore format: a table is read in columns
export const permissions = {
  //                             anonymous student tutor manager studio admin super
  'user.register':               row(any,    any,    any,    any,    any,   any,   any),
  'user.current':                row(no,     own,    own,    own,    own,   own,   own),
  'user.list':                   row(no,     no,     no,     no,     no,    any,   any),
  'user.read':                   row(no,     no,     no,     no,     no,    any,   any),
  'user.edit':                   row(no,     own,    own,    own,    own,   any,   any),
  'user.cancelPendingEmail':     row(no,     own,    own,    own,    own,   own,   own),
  'user.sessions':               row(no,     no,     no,     no,     no,    any,   any),
  'user.endSessions':            row(no,     no,     no,     no,     no,    any,   any),
  'user.sendReset':              row(no,     no,     no,     no,     no,    any,   any),
  'user.setImage':               row(no,     own,    no,     no,     own,   any,   any),
  'user.selectInterviewer':      row(no,     no,     any,    no,     no,    no,    no),

  'tutor.setMedia':              row(no,     no,     own,    own,    own,   any,   any),
  'tutorMedia.list':             row(no,     no,     own,    own,    own,   any,   any),
  'tutorMedia.show':             row(no,     no,     own,    own,    own,   any,   any),
  'tutor.meta':                  row(no,     no,     own,    own,    no,    any,   any),
  'tutor.info':                  row(any,    any,    any,    any,    any,   any,   any),
  'tutor.listOnboarded':         row(any,    any,    any,    any,    any,   any,   any),
  'tutor.listIds':               row(any,    any,    any,    any,    any,   any,   any),
  'tutor.readForStudio':         row(no,     no,     no,     no,     own,   any,   any),
  'tutor.listForStudio':         row(no,     no,     no,     no,     own,   any,   any),
  'tutor.stats':                 row(any,    any,    any,    any,    any,   any,   any),
  'tutor.ownStats':              row(no,     no,     own,    own,    no,    no,    no),
  'tutor.home':                  row(no,     no,     own,    own,    no,    no,    no),
  'tutor.activity':              row(any,    any,    any,    any,    any,   any,   any),
  'tutor.listUncontacted':       row(no,     own,    no,     no,     no,    no,    no),
  'tutor.listForStudent':        row(no,     own,    no,     no,     no,    no,    no),
  'tutor.times':                 row(any,    any,    any,    any,    any,   any,   any),
  'heldTime.take':               row(no,     own,    no,     no,     no,    no,    no),
  'heldTime.release':            row(no,     own,    no,     no,     no,    no,    no),
  'referral.invitation':         row(any,    any,    any,    any,    any,   any,   any),
  'referral.open':               row(no,     own,    no,     no,     no,    no,    no),
  'referral.mine':               row(no,     own,    no,     no,     no,    no,    no),
  'referral.enter':              row(no,     own,    no,     no,     no,    no,    no),
  'referral.list':               row(no,     no,     no,     no,     no,    any,   any),
  'referral.decide':             row(no,     no,     no,     no,     no,    any,   any),
  'referral.undo':               row(no,     no,     no,     no,     no,    any,   any),
  'waiting.list':                row(no,     own,    no,     no,     no,    any,   any),
  'waiting.join':                row(no,     own,    no,     no,     no,    no,    no),
  'waiting.leave':               row(no,     own,    no,     no,     no,    no,    no),
  'waiting.decline':             row(no,     own,    no,     no,     no,    no,    no),
  'waiting.remove':              row(no,     no,     no,     no,     no,    any,   any),
  'standingTime.list':           row(no,     own,    own,    own,    no,    any,   any),
  'standingTime.ask':            row(no,     own,    no,     no,     no,    no,    no),
  'standingTime.answer':         row(no,     no,     own,    own,    no,    no,    no),
  'standingTime.end':            row(no,     own,    own,    own,    no,    any,   any),
  'favouriteTutor.list':         row(no,     own,    no,     no,     no,    no,    no),
  'favouriteTutor.add':          row(no,     own,    no,     no,     no,    no,    no),
  'favouriteTutor.remove':       row(no,     own,    no,     no,     no,    no,    no),
  'tutor.listFull':              row(no,     no,     no,     no,     no,    any,   any),
  'tutor.tutoringMinutes':       row(no,     no,     no,     no,     no,    any,   any),
  'studio.list':                 row(no,     no,     any,    any,    no,    any,   any),
  'studio.read':                 row(no,     no,     any,    any,    own,   any,   any),
  'studio.edit':                 row(no,     no,     no,     no,     own,   any,   any),

  'personFile.read':             row(no,     no,     no,     no,     no,    any,   any),
  'personFile.change':           row(no,     no,     no,     no,     no,    any,   any),
  'personFile.note':             row(no,     no,     no,     no,     no,    any,   any),
  'personFile.pinNote':          row(no,     no,     no,     no,     no,    any,   any),
  'personFile.deleteNote':       row(no,     no,     no,     no,     no,    any,   any),

  'student.register':            row(any,    any,    any,    any,    any,   any,   any),
  'student.read':                row(no,     own,    no,     no,     no,    any,   any),
  'student.edit':                row(no,     own,    no,     no,     no,    any,   any),
  'student.stats':               row(no,     own,    no,     no,     no,    any,   any),
  'student.minutes':             row(no,     own,    no,     no,     no,    any,   any),
  'student.giveMinutes':         row(no,     no,     no,     no,     no,    any,   any),
  'student.takeMinutesBack':     row(no,     no,     no,     no,     no,    any,   any),
  'student.pauses':              row(no,     own,    no,     no,     no,    any,   any),
  'student.pause':               row(no,     own,    no,     no,     no,    any,   any),
  'student.endPause':            row(no,     own,    no,     no,     no,    any,   any),
  'student.brief':               row(no,     no,     own,    own,    no,    no,    no),
  'student.writeNotes':          row(no,     no,     own,    own,    no,    no,    no),
  'student.listNotes':           row(no,     no,     no,     no,     no,    any,   any),
  'studentRisk.list':            row(no,     no,     no,     no,     no,    any,   any),
  'studentRisk.change':          row(no,     no,     no,     no,     no,    any,   any),
  'callQuality.list':            row(no,     no,     no,     no,     no,    any,   any),
  'tutorQuality.list':           row(no,     no,     no,     no,     no,    any,   any),
  'student.ownStats':            row(no,     own,    no,     no,     no,    no,    no),
  'student.home':                row(no,     own,    no,     no,     no,    no,    no),

  'auth.password':               row(any,    any,    any,    any,    any,   any,   any),
  'auth.google':                 row(any,    any,    any,    any,    any,   any,   any),
  'auth.secondFactor':           row(any,    any,    any,    any,    any,   any,   any),
  'auth.secondFactorOptions':    row(any,    any,    any,    any,    any,   any,   any),
  'auth.startGoogle':            row(any,    any,    any,    any,    any,   any,   any),
  'auth.signOut':                row(any,    any,    any,    any,    any,   any,   any),
  'auth.googleProof':            row(no,     own,    own,    own,    own,   own,   own),
  'auth.refreshToken':           row(no,     own,    own,    own,    own,   own,   own),
  'auth.signOutEverywhere':      row(no,     own,    own,    own,    own,   own,   own),

  'authSession.list':            row(no,     own,    own,    own,    own,   own,   own),
  'authSession.end':             row(no,     own,    own,    own,    own,   own,   own),
  'identity.list':               row(no,     own,    own,    own,    own,   own,   own),
  'identity.link':               row(no,     own,    own,    own,    own,   own,   own),
  'identity.unlink':             row(no,     own,    own,    own,    own,   own,   own),

  'secondFactor.read':           row(no,     own,    own,    own,    own,   own,   own),
  'secondFactor.beginTotp':      row(no,     own,    own,    own,    own,   own,   own),
  'secondFactor.confirmTotp':    row(no,     own,    own,    own,    own,   own,   own),
  'secondFactor.removeTotp':     row(no,     own,    own,    own,    own,   own,   own),
  'secondFactor.beginPasskey':   row(no,     own,    own,    own,    own,   own,   own),
  'secondFactor.addPasskey':     row(no,     own,    own,    own,    own,   own,   own),
  'secondFactor.renamePasskey':  row(no,     own,    own,    own,    own,   own,   own),
  'secondFactor.removePasskey':  row(no,     own,    own,    own,    own,   own,   own),
  'secondFactor.beginConfirmation': row(no,  own,    own,    own,    own,   own,   own),
  'secondFactor.renewRecoveryCodes': row(no, own,    own,    own,    own,   own,   own),
  'secondFactor.reset':          row(no,     no,     no,     no,     no,    no,    any),

  'calendar.read':               row(no,     own,    own,    own,    no,    no,    no),
  'calendar.reveal':             row(no,     own,    own,    own,    no,    no,    no),
  'calendar.renew':              row(no,     own,    own,    own,    no,    no,    no),
  'calendar.stop':               row(no,     own,    own,    own,    no,    no,    no),
  'calendar.feed':               row(any,    any,    any,    any,    any,   any,   any),

  'privacy.read':                row(no,     own,    own,    own,    no,    no,    no),
  'privacy.ask':                 row(no,     own,    own,    own,    no,    no,    no),
  'privacy.reveal':              row(no,     own,    own,    own,    no,    no,    no),
  'privacy.readErasure':         row(no,     own,    own,    own,    no,    no,    no),
  'privacy.erase':               row(no,     own,    own,    own,    no,    no,    no),
  'privacy.keep':                row(no,     own,    own,    own,    no,    no,    no),

  'consent.read':                row(no,     own,    own,    own,    no,    no,    no),
  'consent.give':                row(no,     own,    own,    no,     no,    no,    no),
  'consent.list':                row(no,     no,     no,     no,     no,    any,   any),

  'push.read':                   row(no,     own,    own,    own,    no,    no,    no),
  'push.save':                   row(no,     own,    own,    own,    no,    no,    no),
  'push.stop':                   row(no,     own,    own,    own,    no,    no,    no),

  'staffInvite.create':         row(no,     no,     no,     no,     no,    any,   any),
  'staffInvite.list':           row(no,     no,     no,     no,     no,    any,   any),
  'staffInvite.revoke':         row(no,     no,     no,     no,     no,    any,   any),
  'staffInvite.read':           row(any,    any,    any,    any,    any,   any,   any),
  'staffInvite.accept':         row(any,    any,    any,    any,    any,   any,   any),

  'user.viewAs':                 row(no,     no,     no,     no,     no,    any,   any),
  'user.endViewAs':              row(no,     own,    own,    own,    own,   own,   own),

  'verification.sendPhone':      row(no,     own,    own,    own,    own,   own,   own),
  'verification.verifyPhone':    row(no,     own,    own,    own,    own,   own,   own),
  'verification.sendEmail':      row(no,     own,    own,    own,    own,   own,   own),
  'verification.confirmEmail':   row(no,     own,    own,    own,    own,   own,   own),
  'verification.undoEmailChange': row(any,   any,    any,    any,    any,   any,   any),
  'verification.sendPassword':   row(any,    any,    any,    any,    any,   any,   any),
  'verification.confirmPassword': row(any,   any,    any,    any,    any,   any,   any),

  'availability.list':           row(no,     any,    any,    any,    any,   any,   any),
  'availability.change':         row(no,     no,     own,    own,    no,    no,    no),
  'availability.readPattern':    row(no,     no,     own,    own,    no,    no,    no),
  'availability.savePattern':    row(no,     no,     own,    own,    no,    no,    no),
  'availability.stopPattern':    row(no,     no,     own,    own,    no,    no,    no),

  'lesson.book':                 row(no,     own,    no,     no,     no,    any,   any),
  'lesson.rebook':               row(no,     own,    no,     no,     no,    any,   any),
  'lesson.cancel':               row(no,     own,    own,    own,    no,    any,   any),
  'lesson.list':                 row(no,     own,    own,    own,    own,   any,   any),
  'lesson.read':                 row(no,     own,    own,    own,    no,    any,   any),
  'lesson.summarize':            row(no,     no,     own,    own,    no,    no,    no),
  'lesson.demand':               row(no,     no,     any,    any,    no,    no,    no),
  'lesson.attendance':           row(no,     no,     no,     own,    no,    any,   any),
  'lesson.decide':               row(no,     no,     no,     no,     no,    any,   any),
  'lesson.dispute':              row(no,     own,    own,    own,    no,    no,    no),
  'lesson.attendedStats':        row(no,     no,     no,     no,     no,    any,   any),

  'session.members':             row(no,     own,    own,    own,    no,    no,    no),
  'session.token':               row(no,     own,    own,    own,    no,    no,    no),
  'session.notifyLiveKit':      row(any,    any,    any,    any,    any,   any,   any),

  'plan.create':                 row(no,     no,     no,     no,     no,    any,   any),
  'plan.edit':                   row(no,     no,     no,     no,     no,    any,   any),
  'plan.delete':                 row(no,     no,     no,     no,     no,    any,   any),
  'plan.usage':                  row(no,     no,     no,     no,     no,    any,   any),
  'plan.read':                   row(no,     own,    own,    own,    any,   any,   any),
  'plan.list':                   row(any,    any,    any,    any,    any,   any,   any),

  'planInvite.list':             row(no,     own,    no,     no,     no,    any,   any),
  'planInvite.create':           row(no,     no,     no,     no,     no,    any,   any),
  'planInvite.edit':             row(no,     no,     no,     no,     no,    any,   any),
  'planInvite.delete':           row(no,     no,     no,     no,     no,    any,   any),

  'coupon.create':               row(no,     no,     no,     no,     no,    any,   any),
  'coupon.edit':                 row(no,     no,     no,     no,     no,    any,   any),
  'coupon.delete':               row(no,     no,     no,     no,     no,    any,   any),
  'coupon.read':                 row(no,     no,     no,     no,     no,    any,   any),
  'coupon.readByCode':           row(no,     any,    any,    any,    any,   any,   any),
  'coupon.list':                 row(no,     no,     no,     no,     no,    any,   any),

  'invite.create':               row(no,     no,     no,     no,     no,    any,   any),
  'invite.edit':                 row(no,     no,     no,     no,     no,    any,   any),
  'invite.delete':               row(no,     no,     no,     no,     no,    any,   any),
  'invite.read':                 row(no,     no,     no,     no,     no,    any,   any),
  'invite.list':                 row(no,     no,     no,     no,     no,    any,   any),

  'subscription.ofUser':         row(no,     own,    no,     no,     no,    any,   any),
  'subscription.read':           row(no,     own,    no,     no,     no,    any,   any),
  'subscription.list':           row(no,     own,    no,     no,     no,    any,   any),
  'subscription.refund':        row(no,     no,     no,     no,     no,    any,   any),
  'subscription.cancel':         row(no,     own,    no,     no,     no,    any,   any),
  'subscription.chooseNext':     row(no,     own,    no,     no,     no,    no,    no),

  'transaction.read':            row(no,     own,    no,     no,     no,    any,   any),
  'transaction.list':            row(no,     own,    no,     no,     no,    any,   any),
  'transaction.timeline':       row(no,     no,     no,     no,     no,    any,   any),
  'transaction.refunds':         row(no,     no,     no,     no,     no,    any,   any),
  'transaction.last':            row(no,     own,    no,     no,     no,    no,    no),

  'fawry.payByCard':             row(no,     own,    no,     no,     no,    no,    no),
  'fawry.payByReference':        row(no,     own,    no,     no,     no,    no,    no),
  'fawry.payByWallet':           row(no,     own,    no,     no,     no,    no,    no),
  'fawry.requestWalletAgain':    row(no,     own,    no,     no,     no,    no,    no),
  'fawry.listInstallmentPlans':  row(no,     any,    no,     no,     no,    any,   any),
  'fawry.payByInstallments':     row(no,     own,    no,     no,     no,    no,    no),
  'fawry.cancelOrder':           row(no,     own,    no,     no,     no,    any,   any),
  'fawry.refund':                row(no,     no,     no,     no,     no,    any,   any),
  'fawry.cardUrl':               row(no,     own,    no,     no,     no,    own,   own),
  'fawry.listCards':             row(no,     own,    no,     no,     no,    any,   any),
  'fawry.deleteCard':            row(no,     own,    no,     no,     no,    any,   any),
  'fawry.status':                row(no,     own,    no,     no,     no,    any,   any),
  'fawry.syncStatus':            row(no,     own,    no,     no,     no,    any,   any),
  'fawry.notify':                row(any,    any,    any,    any,    any,   any,   any),
  'paymob.checkout':             row(no,     own,    no,     no,     no,    no,    no),
  'paymob.notify':               row(any,    any,    any,    any,    any,   any,   any),

  'invoice.create':              row(no,     no,     own,    no,     no,    no,    no),
  'invoice.stats':               row(no,     no,     own,    no,     no,    any,   any),
  'invoice.statement':           row(no,     no,     own,    no,     no,    any,   any),
  'invoice.list':                row(no,     no,     own,    no,     no,    any,   any),
  'invoice.queue':              row(no,     no,     no,     no,     no,    any,   any),
  'invoice.flags':              row(no,     no,     no,     no,     no,    any,   any),
  'invoice.update':              row(no,     no,     own,    no,     no,    any,   any),

  'paymentFile.create':         row(no,     no,     no,     no,     no,    any,   any),
  'paymentFile.list':           row(no,     no,     no,     no,     no,    any,   any),
  'paymentFile.read':           row(no,     no,     no,     no,     no,    any,   any),
  'paymentFile.download':       row(no,     no,     no,     no,     no,    any,   any),
  'paymentFile.pay':            row(no,     no,     no,     no,     no,    any,   any),
  'paymentFile.drop':           row(no,     no,     no,     no,     no,    any,   any),

  'payoutBatch.account':        row(no,     no,     no,     no,     no,    any,   any),
  'payoutBatch.create':         row(no,     no,     no,     no,     no,    any,   any),
  'payoutBatch.list':           row(no,     no,     no,     no,     no,    any,   any),
  'payoutBatch.read':           row(no,     no,     no,     no,     no,    any,   any),
  'payoutBatch.confirm':        row(no,     no,     no,     no,     no,    any,   any),
  'payoutBatch.drop':           row(no,     no,     no,     no,     no,    any,   any),
  'payoutBatch.end':            row(no,     no,     no,     no,     no,    any,   any),

  'rating.create':               row(no,     own,    own,    own,    no,    no,    no),
  'rating.edit':                 row(no,     own,    own,    own,    no,    any,   any),
  'rating.delete':               row(no,     own,    own,    own,    no,    any,   any),
  'rating.read':                 row(no,     own,    own,    own,    no,    any,   any),
  'rating.listByRater':          row(no,     own,    own,    own,    own,   any,   any),
  'rating.listOfRatee':          row(any,    any,    any,    any,    any,   any,   any),
  'rating.listOfTutor':          row(any,    any,    any,    any,    any,   any,   any),

  'report.create':               row(no,     own,    own,    own,    own,   own,   own),
  'report.crash':                row(any,    any,    any,    any,    any,   any,   any),
  'report.resolve':              row(no,     no,     no,     no,     no,    any,   any),
  'report.list':                 row(no,     no,     no,     no,     no,    any,   any),
  'report.read':                 row(no,     no,     no,     no,     no,    any,   any),
  'report.change':               row(no,     no,     no,     no,     no,    any,   any),
  'report.changeMany':          row(no,     no,     no,     no,     no,    any,   any),
  'report.answer':               row(no,     no,     no,     no,     no,    any,   any),
  'report.note':                 row(no,     no,     no,     no,     no,    any,   any),

  'asset.upload':                row(any,    any,    any,    any,    any,   any,   any),
  'asset.receipt':               row(no,     no,     own,    no,     no,    any,   any),

  'chat.open':                   row(no,     own,    own,    own,    own,   no,    no),
  'chat.listRooms':              row(no,     own,    own,    own,    own,   any,   any),
  'chat.roomsOf':                row(no,     no,     no,     no,     no,    any,   any),
  'chat.listMessages':           row(no,     own,    own,    own,    own,   any,   any),
  'chat.findRoom':               row(no,     own,    own,    own,    own,   any,   any),
  'chat.listMembers':            row(no,     own,    own,    own,    own,   no,    no),
  'chat.setRoom':                row(no,     own,    own,    own,    own,   no,    no),

  'interview.book':              row(no,     no,     own,    no,     no,    no,    no),
  'interview.select':            row(no,     no,     any,    no,     no,    no,    no),
  'interview.update':            row(no,     no,     own,    own,    no,    any,   any),
  'interview.list':              row(no,     no,     own,    own,    no,    any,   any),

  'demoSession.book':            row(no,     no,     own,    no,     no,    no,    no),
  'demoSession.update':          row(no,     no,     own,    own,    no,    any,   any),
  'demoSession.list':            row(no,     no,     own,    own,    no,    any,   any),

  'onboarding.read':             row(no,     no,     own,    no,     no,    no,    no),

  'introVideo.create':           row(no,     no,     own,    no,     no,    no,    no),
  'introVideo.beginUpload':      row(no,     no,     own,    no,     no,    no,    no),
  'introVideo.readUpload':       row(no,     no,     own,    no,     no,    no,    no),
  'introVideo.putPart':          row(no,     no,     own,    no,     no,    no,    no),
  'introVideo.completeUpload':   row(no,     no,     own,    no,     no,    no,    no),
  'introVideo.abortUpload':      row(no,     no,     own,    no,     no,    no,    no),
  'introVideo.update':           row(no,     no,     no,     own,    no,    any,   any),
  'introVideo.list':             row(no,     no,     own,    own,    no,    any,   any),

  'topic.create':                row(no,     no,     no,     no,     no,    any,   any),
  'topic.edit':                  row(no,     no,     no,     no,     no,    any,   any),
  'topic.delete':                row(no,     no,     no,     no,     no,    any,   any),
  'topic.merge':                 row(no,     no,     no,     no,     no,    any,   any),
  'topic.order':                 row(no,     no,     no,     no,     no,    any,   any),
  'topic.listForStaff':          row(no,     no,     no,     no,     no,    any,   any),
  'topic.list':                  row(no,     any,    any,    any,    any,   any,   any),
  'topic.ofUser':                row(no,     own,    own,    own,    no,    any,   any),
  'topic.addToUser':             row(no,     own,    own,    own,    no,    no,    no),
  'topic.removeFromUser':        row(no,     own,    own,    own,    no,    no,    no),
  'topic.changeOfUser':          row(no,     own,    own,    own,    no,    no,    no),

  'dashboard.queue':             row(no,     no,     no,     own,    own,   any,   any),
  'dashboard.figures':           row(no,     no,     no,     no,     no,    any,   any),
  'dashboard.cohorts':           row(no,     no,     no,     no,     no,    any,   any),
  'dashboard.planFigures':       row(no,     no,     no,     no,     no,    any,   any),

  'staffDigest.read':            row(no,     no,     no,     own,    own,   own,   own),
  'staffDigest.change':          row(no,     no,     no,     own,    own,   own,   own),
  'staffDigest.stop':            row(any,    any,    any,    any,    any,   any,   any),
  'sharedView.list':            row(no,     no,     no,     own,    own,   own,   own),
  'sharedView.save':            row(no,     no,     no,     own,    own,   own,   own),
  'sharedView.stop':            row(no,     no,     no,     own,    own,   own,   own),
  'staff.search':               row(no,     no,     no,     no,     no,    any,   any),
  'contact.send':                row(any,    any,    any,    any,    any,   any,   any),
  'contact.list':                row(no,     no,     no,     no,     no,    any,   any),
  'contact.read':                row(no,     no,     no,     no,     no,    any,   any),
  'contact.change':              row(no,     no,     no,     no,     no,    any,   any),
  'contact.changeMany':         row(no,     no,     no,     no,     no,    any,   any),
  'contact.answer':              row(no,     no,     no,     no,     no,    any,   any),
  'contact.note':                row(no,     no,     no,     no,     no,    any,   any),

  'message.listUndelivered':     row(no,     no,     no,     no,     no,    any,   any),
  'message.notifyEmail':         row(any,    any,    any,    any,    any,   any,   any),
  'message.notifyWhatsApp':      row(any,    any,    any,    any,    any,   any,   any),
  'message.verifyWhatsApp':      row(any,    any,    any,    any,    any,   any,   any),
  'message.retry':               row(no,     no,     no,     no,     no,    any,   any),
  'message.discard':             row(no,     no,     no,     no,     no,    any,   any),

  'mailing.preview':             row(no,     no,     no,     no,     no,    any,   any),
  'mailing.send':                row(no,     no,     no,     no,     no,    any,   any),
  'mailing.list':                row(no,     no,     no,     no,     no,    any,   any),
  'mailing.read':                row(no,     no,     no,     no,     no,    any,   any),
  'cardRenewal.read':            row(no,     own,    no,     no,     no,    any,   any),
  'cardRenewal.switchOn':        row(no,     own,    no,     no,     no,    no,    no),
  'cardRenewal.switchOff':       row(no,     own,    no,     no,     no,    no,    no),
  'cardRenewal.switchOffOf':     row(no,     no,     no,     no,     no,    any,   any),
  'cardRenewal.stop':            row(any,    any,    any,    any,    any,   any,   any),

  'guardian.read':               row(no,     own,    no,     no,     no,    any,   any),
  'guardian.ask':                row(no,     own,    no,     no,     no,    no,    no),
  'guardian.confirm':            row(no,     own,    no,     no,     no,    no,    no),
  'guardian.record':             row(no,     no,     no,     no,     no,    any,   any),
  'guardian.remove':             row(no,     no,     no,     no,     no,    any,   any),
  'guardian.withdraw':           row(any,    any,    any,    any,    any,   any,   any),

  'mailingChoice.read':          row(no,     own,    own,    own,    no,    no,    no),
  'mailingChoice.change':        row(no,     own,    own,    own,    no,    no,    no),
  'mailingChoice.stop':          row(any,    any,    any,    any,    any,   any,   any),

  'link.list':                  row(no,     no,     no,     no,     no,    any,   any),
  'link.create':                row(no,     no,     no,     no,     no,    any,   any),
  'link.edit':                  row(no,     no,     no,     no,     no,    any,   any),
  'link.delete':                row(no,     no,     no,     no,     no,    any,   any),
  'link.visit':                  row(any,    any,    any,    any,    any,   any,   any),

  'settings.read':               row(no,     no,     no,     no,     no,    any,   any),
  'settings.edit':               row(no,     no,     no,     no,     no,    any,   any),
  'settings.public':             row(any,    any,    any,    any,    any,   any,   any),
  'serverStats.read':            row(no,     no,     no,     no,     no,    any,   any),
  'serverStats.visit':           row(any,    any,    any,    any,    any,   any,   any),
  'audit.list':                  row(no,     no,     no,     no,     no,    any,   any),
  'cache.flush':                 row(no,     no,     no,     no,     no,    any,   any),
} as const satisfies Record<string, Grants>

export type Permission = keyof typeof permissions

/** The roles of staff, by how much they may do. */
export const staffColumns = ['tutorManager', 'studio', 'regularAdmin', 'superAdmin'] as const
type StaffColumn = (typeof staffColumns)[number]

type GrantIn<P extends Permission, Column extends keyof Grants> = (typeof permissions)[P][Column]

/** What is open to staff but not to guests, and reaches beyond what is one's own. */
export type StaffPermission = {
  [P in Permission]: GrantIn<P, 'anonymous'> extends 'no' ? ('any' extends GrantIn<P, StaffColumn> ? P : never) : never
}[Permission]

/** As `StaffPermission`; in the order of the table. */
export const staffPermissions = (Object.keys(permissions) as Permission[]).filter(
  (permission): permission is StaffPermission => {
    const grants: Grants = permissions[permission]
    return grants.anonymous === 'no' && staffColumns.some((column) => grants[column] === 'any')
  },
)

const columnOf = {
  [Role.SuperAdmin]: 'superAdmin',
  [Role.RegularAdmin]: 'regularAdmin',
  [Role.Tutor]: 'tutor',
  [Role.Student]: 'student',
  [Role.TutorManager]: 'tutorManager',
  [Role.Studio]: 'studio',
} as const satisfies Record<Role, keyof Grants>

/** The scope of a permission for a role; null is an anonymous request. */
export const grantOf = (permission: Permission, role: Role | null): Grant =>
  permissions[permission][role === null ? 'anonymous' : columnOf[role]]

/** Whether a role may make the call at all, even if only for its own records. */
export const may = (permission: Permission, role: Role | null): boolean => grantOf(permission, role) !== 'no'
