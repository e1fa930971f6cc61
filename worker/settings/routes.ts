import * as links from '#contract/links'
import * as settings from '#contract/settings'
import { bind, routes } from '../http/bind.ts'
import { edit } from './edit.ts'
import * as shortLinks from './links.ts'
import { list } from './list.ts'
import { readPublic } from './public.ts'
import { visit } from './visit-link.ts'

export const settingsRoutes = routes(
  bind(links.visitLink, visit),
  bind(links.listLinks, shortLinks.list),
  bind(links.createLink, shortLinks.create, shortLinks.recallCreated),
  bind(links.editLink, shortLinks.edit),
  bind(links.deleteLink, shortLinks.remove),
  bind(settings.publicSettings, readPublic),
  bind(settings.listSettings, list),
  bind(settings.editSetting, edit),
)
