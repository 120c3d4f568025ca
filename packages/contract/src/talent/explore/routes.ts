import { route } from '../../route.ts'
import type { AdminReasonBody } from '../../admin/schemas.ts'
import type { IdParams } from '../../shared-schemas.ts'
import type {
  ExploreQuery,
  ExploreReply,
  HandleParams,
  PageReport,
  PublicCreator,
  ReportPageBody,
  ReportReply,
} from './schemas.ts'

/** Public: lists the creators who agreed to be shown, each with their works. */
export const exploreCreators = route<{ query: ExploreQuery; reply: ExploreReply }>('GET', '/explore')
/** Public: reads the page of a creator who agreed to be shown, by the current or a former handle. */
export const readPublicCreator = route<{ params: HandleParams; reply: PublicCreator }>('GET', '/explore/:handle')
/** Public: reports a page or a work on it. */
export const reportPage = route<{ params: HandleParams; body: ReportPageBody; reply: ReportReply }>(
  'POST',
  '/explore/:handle/reports',
)
export const readPageReport = route<{ params: IdParams; reply: PageReport }>('GET', '/admin/page-reports/:id')
/** Closes a report that nothing follows from. */
export const closePageReport = route<{ params: IdParams; body: AdminReasonBody; reply: PageReport }>(
  'POST',
  '/admin/page-reports/:id/close',
)
/** Takes the reported page down, with a reason that its creator reads. */
export const unlistReportedPage = route<{ params: IdParams; body: AdminReasonBody; reply: PageReport }>(
  'POST',
  '/admin/page-reports/:id/unlist',
)
