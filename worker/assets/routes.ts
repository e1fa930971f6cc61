import * as contract from '#contract/assets'
import { bind, routes } from '../http/bind.ts'
import { serveUpload } from './serve-upload.ts'

export const assetRoutes = routes(bind(contract.getUpload, serveUpload))
