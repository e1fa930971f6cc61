import * as contract from '#contract/assets'
import { bind, routes } from '../http/bind.ts'
import { serveReceipt } from './serve-receipt.ts'
import { serveUpload } from './serve-upload.ts'

export const fileRoutes = routes(bind(contract.getUpload, serveUpload), bind(contract.getReceipt, serveReceipt))
