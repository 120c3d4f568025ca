import { route } from '../route.ts'
import type { Done } from '../shared-schemas.ts'
import type { ErrorGroupList, ErrorReportBody, PageViewBody, PageViewList, PageViewsQuery } from './schemas.ts'

/** Counts one view of a screen; who saw it is not recorded. */
export const countPageView = route<{ body: PageViewBody; reply: Done }>('POST', '/analytics/page-views')
export const listPageViews = route<{ query: PageViewsQuery; reply: PageViewList }>('GET', '/analytics/page-views')
/** Reports an error of the app. */
export const reportError = route<{ body: ErrorReportBody; reply: Done }>('POST', '/analytics/errors')
export const listErrors = route<{ reply: ErrorGroupList }>('GET', '/analytics/errors')
