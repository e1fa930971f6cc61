import * as calendar from '#contract/calendar'
import * as heldTimes from '#contract/held-times'
import * as decisions from '#contract/lesson-decisions'
import * as lessons from '#contract/lessons'
import * as ratings from '#contract/ratings'
import { bind, routes } from '../http/bind.ts'
import { attendance } from './attendance.ts'
import { book, recallBooked } from './book.ts'
import * as calendarAddress from './calendar-address.ts'
import { feed } from './calendar-feed.ts'
import { cancel } from './cancel.ts'
import * as change from './change-rating.ts'
import { create, recallCreated } from './create-rating.ts'
import { decide } from './decide.ts'
import { dispute } from './dispute.ts'
import { hold, release } from './hold.ts'
import { list } from './list.ts'
import { listOfTutor } from './ratings-of-tutor.ts'
import { read } from './read.ts'
import * as readRatingsActs from './read-ratings.ts'
import { rebook } from './rebook.ts'
import { summarize } from './summarize.ts'

export const lessonRoutes = routes(
  bind(lessons.bookLesson, book, recallBooked),
  bind(lessons.rebookLesson, rebook),
  bind(heldTimes.holdTime, hold),
  bind(heldTimes.releaseTime, release),
  bind(lessons.listLessons, list),
  bind(lessons.getLesson, read),
  bind(lessons.cancelLesson, cancel),
  bind(lessons.summarizeLesson, summarize),
  bind(decisions.lessonAttendance, attendance),
  bind(decisions.decideLesson, decide),
  bind(decisions.disputeLesson, dispute),
  bind(ratings.createRating, create, recallCreated),
  bind(ratings.listRatingsByRater, readRatingsActs.listByRater),
  bind(ratings.listRatingsOfRatee, readRatingsActs.listOfRatee),
  bind(ratings.listRatingsOfTutor, listOfTutor),
  bind(ratings.getRating, readRatingsActs.read),
  bind(ratings.editRating, change.edit),
  bind(ratings.deleteRating, change.remove),
  bind(calendar.getCalendarFeed, calendarAddress.read),
  bind(calendar.revealCalendarFeed, calendarAddress.reveal),
  bind(calendar.renewCalendarFeed, calendarAddress.renew),
  bind(calendar.stopCalendarFeed, calendarAddress.stop),
  bind(calendar.readCalendar, feed),
)
