import { ReportsOf } from '../inbox/shared/reports-of.tsx'

export { ReportsOf as ReportsTab }
