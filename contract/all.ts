import type { Permission } from '#domain/permissions'
import * as assets from './assets.ts'
import * as auth from './auth.ts'
import * as availability from './availability.ts'
import * as cache from './cache.ts'
import type { Call } from './call.ts'
import * as chat from './chat.ts'
import * as contact from './contact.ts'
import * as coupons from './coupons.ts'
import * as demoSessions from './demo-sessions.ts'
import * as fawry from './fawry.ts'
import * as interviews from './interviews.ts'
import * as introVideos from './intro-videos.ts'
import * as invites from './invites.ts'
import * as invoices from './invoices.ts'
import * as lessons from './lessons.ts'
import * as paymob from './paymob.ts'
import * as planInvites from './plan-invites.ts'
import * as plans from './plans.ts'
import * as ratings from './ratings.ts'
import * as reports from './reports.ts'
import * as sessions from './sessions.ts'
import * as students from './students.ts'
import * as subscriptions from './subscriptions.ts'
import * as topics from './topics.ts'
import * as transactions from './transactions.ts'
import * as tutors from './tutors.ts'
import * as users from './users.ts'
import * as verification from './verification.ts'

/**
 * Every call of the API under its permission: what the OpenAPI document, the permission matrix and the fuzzers go
 * through. The web never imports this file, or every page would carry every contract.
 */
export const calls = {
  'user.register': users.registerUser,
  'user.current': users.currentUser,
  'user.list': users.listUsers,
  'user.read': users.getUser,
  'user.edit': users.editUser,
  'user.setImage': users.setUserImage,
  'user.selectInterviewer': users.selectInterviewer,
  'tutor.setMedia': tutors.setTutorMedia,
  'tutor.meta': tutors.tutorMeta,
  'tutor.info': tutors.tutorInfo,
  'tutor.listOnboarded': tutors.listOnboardedTutors,
  'tutor.readForStudio': tutors.getTutorForStudio,
  'tutor.listForStudio': tutors.listTutorsForStudio,
  'tutor.stats': tutors.tutorStats,
  'tutor.ownStats': tutors.ownTutorStats,
  'tutor.activity': tutors.tutorActivity,
  'tutor.listUncontacted': tutors.listUncontactedTutors,
  'tutor.listFull': tutors.listFullTutors,
  'tutor.tutoringMinutes': tutors.listTutoringMinutes,
  'studio.list': users.listStudios,
  'student.register': students.registerStudent,
  'student.read': students.getStudent,
  'student.edit': students.editStudent,
  'student.stats': students.studentStats,
  'student.ownStats': students.ownStudentStats,
  'auth.password': auth.logIn,
  'auth.google': auth.logInWithGoogle,
  'auth.startGoogle': auth.startGoogle,
  'auth.refreshToken': auth.refreshToken,
  'auth.signOutEverywhere': auth.signOutEverywhere,
  'verification.sendPhone': verification.sendPhoneCode,
  'verification.verifyPhone': verification.verifyPhone,
  'verification.sendEmail': verification.sendEmailCode,
  'verification.confirmEmail': verification.confirmEmail,
  'verification.sendPassword': verification.sendPasswordCode,
  'verification.confirmPassword': verification.confirmPassword,
  'availability.list': availability.listSlots,
  'availability.change': availability.changeSlots,
  'lesson.book': lessons.bookLesson,
  'lesson.rebook': lessons.rebookLesson,
  'lesson.cancel': lessons.cancelLesson,
  'lesson.list': lessons.listLessons,
  'lesson.read': lessons.getLesson,
  'lesson.attendedStats': lessons.attendedStats,
  'session.members': sessions.getSession,
  'session.token': sessions.sessionToken,
  'plan.create': plans.createPlan,
  'plan.edit': plans.editPlan,
  'plan.delete': plans.deletePlan,
  'plan.read': plans.getPlan,
  'plan.list': plans.listPlans,
  'planInvite.list': planInvites.listPlanInvites,
  'planInvite.create': planInvites.createPlanInvites,
  'planInvite.edit': planInvites.editPlanInvites,
  'planInvite.delete': planInvites.deletePlanInvite,
  'coupon.create': coupons.createCoupon,
  'coupon.edit': coupons.editCoupon,
  'coupon.delete': coupons.deleteCoupon,
  'coupon.read': coupons.getCoupon,
  'coupon.readByCode': coupons.getCouponByCode,
  'coupon.list': coupons.listCoupons,
  'invite.create': invites.createInvite,
  'invite.edit': invites.editInvite,
  'invite.delete': invites.deleteInvite,
  'invite.read': invites.getInvite,
  'invite.list': invites.listInvites,
  'subscription.ofUser': subscriptions.subscriptionOfUser,
  'subscription.read': subscriptions.getSubscription,
  'subscription.list': subscriptions.listSubscriptions,
  'subscription.cancel': subscriptions.cancelSubscription,
  'transaction.read': transactions.getTransaction,
  'transaction.list': transactions.listTransactions,
  'transaction.last': transactions.lastTransaction,
  'fawry.payByCard': fawry.payByCard,
  'fawry.payByReference': fawry.payByReference,
  'fawry.payByWallet': fawry.payByWallet,
  'fawry.payByInstallments': fawry.payByInstallments,
  'fawry.cancelOrder': fawry.cancelOrder,
  'fawry.refund': fawry.refundOrder,
  'fawry.cardUrl': fawry.cardUrl,
  'fawry.listCards': fawry.listCards,
  'fawry.deleteCard': fawry.deleteCard,
  'fawry.status': fawry.orderStatus,
  'fawry.syncStatus': fawry.syncOrder,
  'fawry.notify': fawry.notifyFawry,
  'paymob.checkout': paymob.createCheckout,
  'paymob.notify': paymob.notifyPaymob,
  'invoice.create': invoices.createInvoice,
  'invoice.stats': invoices.invoiceStats,
  'invoice.list': invoices.listInvoices,
  'invoice.update': invoices.updateInvoice,
  'rating.create': ratings.createRating,
  'rating.edit': ratings.editRating,
  'rating.delete': ratings.deleteRating,
  'rating.read': ratings.getRating,
  'rating.listByRater': ratings.listRatingsByRater,
  'rating.listOfRatee': ratings.listRatingsOfRatee,
  'rating.listOfTutor': ratings.listRatingsOfTutor,
  'report.create': reports.createReport,
  'report.resolve': reports.resolveReport,
  'report.list': reports.listReports,
  'asset.upload': assets.getUpload,
  'asset.receipt': assets.getReceipt,
  'chat.open': chat.openRoom,
  'chat.listRooms': chat.listRooms,
  'chat.listMessages': chat.listMessages,
  'chat.findRoom': chat.findRoom,
  'chat.listMembers': chat.listRoomMembers,
  'chat.setRoom': chat.setRoom,
  'interview.book': interviews.bookInterview,
  'interview.select': interviews.selectInterviewManager,
  'interview.update': interviews.updateInterview,
  'interview.list': interviews.listInterviews,
  'demoSession.book': demoSessions.bookDemoSession,
  'demoSession.update': demoSessions.updateDemoSession,
  'demoSession.list': demoSessions.listDemoSessions,
  'introVideo.create': introVideos.createIntroVideo,
  'introVideo.update': introVideos.updateIntroVideo,
  'introVideo.list': introVideos.listIntroVideos,
  'topic.create': topics.createTopic,
  'topic.edit': topics.editTopic,
  'topic.delete': topics.deleteTopic,
  'topic.list': topics.listTopics,
  'topic.ofUser': topics.topicsOfUser,
  'topic.addToUser': topics.addTopics,
  'topic.removeFromUser': topics.removeTopics,
  'topic.changeOfUser': topics.changeTopics,
  'contact.send': contact.sendContactRequest,
  'cache.flush': cache.flushCache,
} satisfies Record<Permission, Call>
