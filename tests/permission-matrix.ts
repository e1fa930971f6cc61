import type { Grant, Permission } from '#domain/permissions'
import { Role } from '#domain/roles'

/** The columns, from left to right; null is a guest. */
export const ACTORS = [
  null,
  Role.Student,
  Role.Tutor,
  Role.TutorManager,
  Role.Studio,
  Role.RegularAdmin,
  Role.SuperAdmin,
] as const

/**
 * Who may make which call, written out once more and by hand (docs/rules/accounts.md 1.2): what the tests expect of the API. It
 * is never computed from the table in `domain/`, so that a wrong cell there is seen.
 *
 * Columns: guest, student, tutor, tutor manager, studio, regular admin, super admin. `-` is refused, `o` reaches what is one's
 * own, `A` what is anybody's. The last column: `v` may also be made by staff who view the app as somebody who may make it
 * (docs/rules/staff.md 5.2).
 */
// biome-ignore format: a table is read in columns
const MATRIX: Readonly<Record<Permission, string>> = {
  // guest, student, tutor, manager, studio, admin, super; in a view
  'user.register':                   'A A A A A A A -',
  'user.current':                    '- o o o o o o v',
  'user.list':                       '- - - - - A A -',
  'user.read':                       '- - - - - A A -',
  'user.edit':                       '- o o o o A A -',
  'user.cancelPendingEmail':         '- o o o o o o -',
  'user.sessions':                   '- - - - - A A -',
  'user.endSessions':                '- - - - - A A -',
  'user.sendReset':                  '- - - - - A A -',
  'user.setImage':                   '- o - - o A A -',
  'user.selectInterviewer':          '- - A - - - - v',

  'personFile.read':                 '- - - - - A A -',
  'personFile.change':               '- - - - - A A -',
  'personFile.note':                 '- - - - - A A -',
  'personFile.pinNote':              '- - - - - A A -',
  'personFile.deleteNote':           '- - - - - A A -',

  'tutor.setMedia':                  '- - o o o A A -',

  'tutorMedia.list':                 '- - o o o A A -',
  'tutorMedia.show':                 '- - o o o A A -',

  'tutor.meta':                      '- - o o - A A v',
  'tutor.info':                      'A A A A A A A v',
  'tutor.listOnboarded':             'A A A A A A A v',
  'tutor.listIds':                   'A A A A A A A v',
  'tutor.readForStudio':             '- - - - o A A v',
  'tutor.listForStudio':             '- - - - o A A v',
  'tutor.stats':                     'A A A A A A A v',
  'tutor.ownStats':                  '- - o o - - - v',
  'tutor.home':                      '- - o o - - - v',
  'tutor.activity':                  'A A A A A A A v',
  'tutor.listUncontacted':           '- o - - - - - v',
  'tutor.listForStudent':            '- o - - - - - v',
  'tutor.times':                     'A A A A A A A v',
  'heldTime.take':                   '- o - - - - - -',
  'heldTime.release':                '- o - - - - - -',
  'referral.invitation':             'A A A A A A A -',
  'referral.open':                   '- o - - - - - -',
  'referral.mine':                   '- o - - - - - v',
  'referral.enter':                  '- o - - - - - -',
  'referral.list':                   '- - - - - A A -',
  'referral.decide':                 '- - - - - A A -',
  'referral.undo':                   '- - - - - A A -',
  'waiting.list':                    '- o - - - A A v',
  'waiting.join':                    '- o - - - - - -',
  'waiting.leave':                   '- o - - - - - -',
  'waiting.decline':                 '- o - - - - - -',
  'waiting.remove':                  '- - - - - A A -',
  'standingTime.list':               '- o o o - A A v',
  'standingTime.ask':                '- o - - - - - -',
  'standingTime.answer':             '- - o o - - - -',
  'standingTime.end':                '- o o o - A A -',
  'favouriteTutor.list':             '- o - - - - - v',
  'favouriteTutor.add':              '- o - - - - - -',
  'favouriteTutor.remove':           '- o - - - - - -',
  'tutor.listFull':                  '- - - - - A A -',
  'tutor.tutoringMinutes':           '- - - - - A A -',

  'studio.list':                     '- - A A - A A v',
  'studio.read':                     '- - A A o A A -',
  'studio.edit':                     '- - - - o A A -',

  'student.register':                'A A A A A A A -',
  'student.read':                    '- o - - - A A v',
  'student.edit':                    '- o - - - A A -',
  'student.stats':                   '- o - - - A A v',
  'student.minutes':                 '- o - - - A A -',
  'student.giveMinutes':             '- - - - - A A -',
  'student.takeMinutesBack':         '- - - - - A A -',
  'student.pauses':                  '- o - - - A A v',
  'student.pause':                   '- o - - - A A -',
  'student.endPause':                '- o - - - A A -',
  'student.brief':                   '- - o o - - - -',
  'student.writeNotes':              '- - o o - - - -',
  'student.listNotes':               '- - - - - A A -',
  'studentRisk.list':                '- - - - - A A -',
  'studentRisk.change':              '- - - - - A A -',
  'callQuality.list':                '- - - - - A A -',
  'tutorQuality.list':               '- - - - - A A -',
  'student.ownStats':                '- o - - - - - v',
  'student.home':                    '- o - - - - - -',

  'auth.password':                   'A A A A A A A -',
  'auth.google':                     'A A A A A A A -',
  'auth.secondFactor':               'A A A A A A A -',
  'auth.secondFactorOptions':        'A A A A A A A -',
  'auth.startGoogle':                'A A A A A A A -',
  'auth.signOut':                    'A A A A A A A -',
  'auth.googleProof':                '- o o o o o o -',
  'auth.refreshToken':               '- o o o o o o -',
  'auth.signOutEverywhere':          '- o o o o o o -',

  'authSession.list':                '- o o o o o o -',
  'authSession.end':                 '- o o o o o o -',

  'identity.list':                   '- o o o o o o -',
  'identity.link':                   '- o o o o o o -',
  'identity.unlink':                 '- o o o o o o -',

  'secondFactor.read':               '- o o o o o o -',
  'secondFactor.beginTotp':          '- o o o o o o -',
  'secondFactor.confirmTotp':        '- o o o o o o -',
  'secondFactor.removeTotp':         '- o o o o o o -',
  'secondFactor.beginPasskey':       '- o o o o o o -',
  'secondFactor.addPasskey':         '- o o o o o o -',
  'secondFactor.renamePasskey':      '- o o o o o o -',
  'secondFactor.removePasskey':      '- o o o o o o -',
  'secondFactor.beginConfirmation':  '- o o o o o o -',
  'secondFactor.renewRecoveryCodes': '- o o o o o o -',
  'secondFactor.reset':              '- - - - - - A -',

  'calendar.read':                   '- o o o - - - -',
  'calendar.reveal':                 '- o o o - - - -',
  'calendar.renew':                  '- o o o - - - -',
  'calendar.stop':                   '- o o o - - - -',
  'calendar.feed':                   'A A A A A A A -',

  'consent.read':                    '- o o o - - - v',
  'consent.give':                    '- o o - - - - -',
  'consent.list':                    '- - - - - A A -',
  'privacy.read':                    '- o o o - - - -',
  'privacy.ask':                     '- o o o - - - -',
  'privacy.reveal':                  '- o o o - - - -',
  'privacy.readErasure':             '- o o o - - - -',
  'privacy.erase':                   '- o o o - - - -',
  'privacy.keep':                    '- o o o - - - -',

  'push.read':                       '- o o o - - - -',
  'push.save':                       '- o o o - - - -',
  'push.stop':                       '- o o o - - - -',

  'staffDigest.read':                '- - - o o o o -',
  'staffDigest.change':              '- - - o o o o -',
  'staffDigest.stop':                'A A A A A A A -',
  'staffInvite.create':              '- - - - - A A -',
  'staffInvite.list':                '- - - - - A A -',
  'staffInvite.revoke':              '- - - - - A A -',
  'staffInvite.read':                'A A A A A A A -',
  'staffInvite.accept':              'A A A A A A A -',

  'user.viewAs':                     '- - - - - A A -',
  'user.endViewAs':                  '- o o o o o o v',

  'verification.sendPhone':          '- o o o o o o -',
  'verification.verifyPhone':        '- o o o o o o -',
  'verification.sendEmail':          '- o o o o o o -',
  'verification.confirmEmail':       '- o o o o o o -',
  'verification.undoEmailChange':    'A A A A A A A -',
  'verification.sendPassword':       'A A A A A A A -',
  'verification.confirmPassword':    'A A A A A A A -',

  'availability.list':               '- A A A A A A v',
  'availability.change':             '- - o o - - - -',
  'availability.readPattern':        '- - o o - - - v',
  'availability.savePattern':        '- - o o - - - -',
  'availability.stopPattern':        '- - o o - - - -',

  'lesson.book':                     '- o - - - A A -',
  'lesson.rebook':                   '- o - - - A A -',
  'lesson.cancel':                   '- o o o - A A -',
  'lesson.list':                     '- o o o o A A v',
  'lesson.read':                     '- o o o - A A v',
  'lesson.summarize':                '- - o o - - - -',
  'lesson.demand':                   '- - A A - - - v',
  'lesson.attendance':               '- - - o - A A -',
  'lesson.decide':                   '- - - - - A A -',
  'lesson.dispute':                  '- o o o - - - -',
  'lesson.attendedStats':            '- - - - - A A -',

  'session.members':                 '- o o o - - - v',
  'session.token':                   '- o o o - - - -',
  'session.notifyLiveKit':           'A A A A A A A -',

  'plan.create':                     '- - - - - A A -',
  'plan.edit':                       '- - - - - A A -',
  'plan.delete':                     '- - - - - A A -',
  'plan.usage':                      '- - - - - A A -',
  'plan.read':                       '- o o o A A A v',
  'plan.list':                       'A A A A A A A v',

  'planInvite.list':                 '- o - - - A A v',
  'planInvite.create':               '- - - - - A A -',
  'planInvite.edit':                 '- - - - - A A -',
  'planInvite.delete':               '- - - - - A A -',

  'coupon.create':                   '- - - - - A A -',
  'coupon.edit':                     '- - - - - A A -',
  'coupon.delete':                   '- - - - - A A -',
  'coupon.read':                     '- - - - - A A -',
  'coupon.readByCode':               '- A A A A A A -',
  'coupon.list':                     '- - - - - A A -',

  'invite.create':                   '- - - - - A A -',
  'invite.edit':                     '- - - - - A A -',
  'invite.delete':                   '- - - - - A A -',
  'invite.read':                     '- - - - - A A -',
  'invite.list':                     '- - - - - A A -',

  'subscription.ofUser':             '- o - - - A A v',
  'subscription.read':               '- o - - - A A v',
  'subscription.list':               '- o - - - A A v',
  'subscription.refund':             '- - - - - A A -',
  'subscription.cancel':             '- o - - - A A -',
  'subscription.chooseNext':         '- o - - - - - -',

  'transaction.read':                '- o - - - A A v',
  'transaction.list':                '- o - - - A A v',
  'transaction.timeline':            '- - - - - A A -',
  'transaction.refunds':             '- - - - - A A -',
  'transaction.last':                '- o - - - - - v',

  'fawry.payByCard':                 '- o - - - - - -',
  'fawry.payByReference':            '- o - - - - - -',
  'fawry.payByWallet':               '- o - - - - - -',
  'fawry.requestWalletAgain':        '- o - - - - - -',
  'fawry.listInstallmentPlans':      '- A - - - A A -',
  'fawry.payByInstallments':         '- o - - - - - -',
  'fawry.cancelOrder':               '- o - - - A A -',
  'fawry.refund':                    '- - - - - A A -',
  'fawry.cardUrl':                   '- o - - - o o -',
  'fawry.listCards':                 '- o - - - A A -',
  'fawry.deleteCard':                '- o - - - A A -',
  'fawry.status':                    '- o - - - A A -',
  'fawry.syncStatus':                '- o - - - A A -',
  'fawry.notify':                    'A A A A A A A -',

  'paymob.checkout':                 '- o - - - - - -',
  'paymob.notify':                   'A A A A A A A -',

  'invoice.create':                  '- - o - - - - -',
  'invoice.stats':                   '- - o - - A A v',
  'invoice.statement':               '- - o - - A A -',
  'invoice.list':                    '- - o - - A A v',
  'invoice.queue':                   '- - - - - A A -',
  'invoice.flags':                   '- - - - - A A -',
  'invoice.update':                  '- - o - - A A -',

  'paymentFile.create':              '- - - - - A A -',
  'paymentFile.list':                '- - - - - A A -',
  'paymentFile.read':                '- - - - - A A -',
  'paymentFile.download':            '- - - - - A A -',
  'paymentFile.pay':                 '- - - - - A A -',
  'paymentFile.drop':                '- - - - - A A -',
  'payoutBatch.account':             '- - - - - A A -',
  'payoutBatch.create':              '- - - - - A A -',
  'payoutBatch.list':                '- - - - - A A -',
  'payoutBatch.read':                '- - - - - A A -',
  'payoutBatch.confirm':             '- - - - - A A -',
  'payoutBatch.drop':                '- - - - - A A -',
  'payoutBatch.end':                 '- - - - - A A -',

  'rating.create':                   '- o o o - - - -',
  'rating.edit':                     '- o o o - A A -',
  'rating.delete':                   '- o o o - A A -',
  'rating.read':                     '- o o o - A A v',
  'rating.listByRater':              '- o o o o A A v',
  'rating.listOfRatee':              'A A A A A A A v',
  'rating.listOfTutor':              'A A A A A A A v',

  'report.create':                   '- o o o o o o -',
  'report.crash':                    'A A A A A A A -',
  'report.resolve':                  '- - - - - A A -',
  'report.list':                     '- - - - - A A -',
  'report.read':                     '- - - - - A A -',
  'report.change':                   '- - - - - A A -',
  'report.changeMany':              '- - - - - A A -',
  'report.answer':                   '- - - - - A A -',
  'report.note':                     '- - - - - A A -',

  'asset.upload':                    'A A A A A A A v',
  'asset.receipt':                   '- - o - - A A v',

  'chat.open':                       '- o o o o - - -',
  'chat.listRooms':                  '- o o o o A A v',
  'chat.roomsOf':                    '- - - - - A A -',
  'chat.listMessages':               '- o o o o A A -',
  'chat.findRoom':                   '- o o o o A A v',
  'chat.listMembers':                '- o o o o - - v',
  'chat.setRoom':                    '- o o o o - - -',

  'interview.book':                  '- - o - - - - -',
  'interview.select':                '- - A - - - - v',
  'interview.update':                '- - o o - A A -',
  'interview.list':                  '- - o o - A A v',

  'demoSession.book':                '- - o - - - - -',
  'demoSession.update':              '- - o o - A A -',
  'demoSession.list':                '- - o o - A A v',

  'onboarding.read':                 '- - o - - - - -',

  'introVideo.create':               '- - o - - - - -',
  'introVideo.beginUpload':          '- - o - - - - -',
  'introVideo.readUpload':           '- - o - - - - -',
  'introVideo.putPart':              '- - o - - - - -',
  'introVideo.completeUpload':       '- - o - - - - -',
  'introVideo.abortUpload':          '- - o - - - - -',
  'introVideo.update':               '- - - o - A A -',
  'introVideo.list':                 '- - o o - A A v',

  'topic.create':                    '- - - - - A A -',
  'topic.edit':                      '- - - - - A A -',
  'topic.delete':                    '- - - - - A A -',
  'topic.merge':                     '- - - - - A A -',
  'topic.order':                     '- - - - - A A -',
  'topic.listForStaff':              '- - - - - A A -',
  'topic.list':                      '- A A A A A A v',
  'topic.ofUser':                    '- o o o - A A v',
  'topic.addToUser':                 '- o o o - - - -',
  'topic.removeFromUser':            '- o o o - - - -',
  'topic.changeOfUser':              '- o o o - - - -',

  'dashboard.queue':                 '- - - o o A A -',
  'dashboard.figures':               '- - - - - A A -',
  'dashboard.cohorts':               '- - - - - A A -',
  'dashboard.planFigures':           '- - - - - A A -',

  'sharedView.list':                '- - - o o o o -',
  'sharedView.save':                '- - - o o o o -',
  'sharedView.stop':                '- - - o o o o -',
  'staff.search':                    '- - - - - A A -',

  'contact.send':                    'A A A A A A A -',
  'contact.list':                    '- - - - - A A -',
  'contact.read':                    '- - - - - A A -',
  'contact.change':                  '- - - - - A A -',
  'contact.changeMany':             '- - - - - A A -',
  'contact.answer':                  '- - - - - A A -',
  'contact.note':                    '- - - - - A A -',

  'message.listUndelivered':         '- - - - - A A -',
  'message.notifyEmail':             'A A A A A A A -',
  'message.notifyWhatsApp':          'A A A A A A A -',
  'message.verifyWhatsApp':          'A A A A A A A -',
  'message.retry':                   '- - - - - A A -',
  'message.discard':                 '- - - - - A A -',

  'mailing.preview':                 '- - - - - A A -',
  'mailing.send':                    '- - - - - A A -',
  'mailing.list':                    '- - - - - A A -',
  'mailing.read':                    '- - - - - A A -',
  'cardRenewal.read':                '- o - - - A A v',
  'cardRenewal.switchOn':            '- o - - - - - -',
  'cardRenewal.switchOff':           '- o - - - - - -',
  'cardRenewal.switchOffOf':         '- - - - - A A -',
  'cardRenewal.stop':                'A A A A A A A -',

  'guardian.read':                   '- o - - - A A v',
  'guardian.ask':                    '- o - - - - - -',
  'guardian.confirm':                '- o - - - - - -',
  'guardian.record':                 '- - - - - A A -',
  'guardian.remove':                 '- - - - - A A -',
  'guardian.withdraw':               'A A A A A A A -',

  'mailingChoice.read':              '- o o o - - - v',
  'mailingChoice.change':            '- o o o - - - -',
  'mailingChoice.stop':              'A A A A A A A -',
  'link.list':                       '- - - - - A A -',
  'link.create':                     '- - - - - A A -',
  'link.edit':                       '- - - - - A A -',
  'link.delete':                     '- - - - - A A -',
  'link.visit':                      'A A A A A A A -',
  'settings.read':                   '- - - - - A A -',
  'settings.edit':                   '- - - - - A A -',
  'settings.public':                 'A A A A A A A -',

  'serverStats.read':                '- - - - - A A -',
  'serverStats.visit':               'A A A A A A A -',

  'audit.list':                      '- - - - - A A -',

  'cache.flush':                     '- - - - - A A -',
}

const GRANTS: Readonly<Record<string, Grant>> = { '-': 'no', o: 'own', A: 'any' }

/** The calls that the matrix names. */
export const matrixCalls = Object.keys(MATRIX) as Permission[]

/**
 * How far a call reaches for somebody of this role, by the matrix.
 * @throws Error for a cell that is missing or none of the three letters
 */
export function expectedGrant(may: Permission, role: Role | null): Grant {
  const grant = GRANTS[MATRIX[may].split(' ')[ACTORS.indexOf(role)] ?? '']
  if (grant === undefined) throw new Error(`The matrix does not say whether role ${role} may make ${may}`)
  return grant
}

/** Whether somebody of this role may make the call at all, by the matrix. */
export const isAllowed = (may: Permission, role: Role | null): boolean => expectedGrant(may, role) !== 'no'

/** Whether a view-as token may make the call, by the matrix. */
export const isViewable = (may: Permission): boolean => MATRIX[may].split(' ')[ACTORS.length] === 'v'
