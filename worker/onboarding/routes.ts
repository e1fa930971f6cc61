import * as uploads from '#contract/intro-video-uploads'
import * as introVideos from '#contract/intro-videos'
import * as onboarding from '#contract/onboarding'
import { bind, recallNothing, routes } from '../http/bind.ts'
import { complete } from './complete-upload.ts'
import { create } from './create-video.ts'
import { list } from './list-videos.ts'
import * as readActs from './read.ts'
import { change } from './review-video.ts'
import { abort, begin, putPart, read, recallBegun } from './upload-video.ts'

export const onboardingRoutes = routes(
  bind(introVideos.createIntroVideo, create, recallNothing),
  bind(introVideos.listIntroVideos, list),
  bind(introVideos.updateIntroVideo, change),
  bind(uploads.beginIntroVideoUpload, begin, recallBegun),
  bind(uploads.readIntroVideoUpload, read),
  bind(uploads.putIntroVideoPart, putPart),
  bind(uploads.completeIntroVideoUpload, complete),
  bind(uploads.abortIntroVideoUpload, abort),
  bind(onboarding.readOnboarding, readActs.read),
)
