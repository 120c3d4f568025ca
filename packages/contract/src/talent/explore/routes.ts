import { route } from '../../route.ts'
import type { ExploreQuery, ExploreReply, HandleParams, PublicCreator, ReportPageBody, ReportReply } from './schemas.ts'

/** Public: lists the creators who agreed to be shown, each with their works. */
export const exploreCreators = route<{ query: ExploreQuery; reply: ExploreReply }>('GET', '/explore')
/** Public: reads the page of a creator who agreed to be shown, by the current or a former handle. */
export const readPublicCreator = route<{ params: HandleParams; reply: PublicCreator }>('GET', '/explore/:handle')
/** Public: reports a page or a work on it. */
export const reportPage = route<{ params: HandleParams; body: ReportPageBody; reply: ReportReply }>(
  'POST',
  '/explore/:handle/reports',
)
