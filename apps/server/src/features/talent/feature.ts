import { type Feature } from '../../platform/feature.ts'
import { talentEraser } from './erase-user.ts'
import { type ChangeTimeZone } from './profile/change-profile.ts'
import {
  copyCreatorName,
  updateCompletedCount,
  updateCreatorRating,
  createCreatorPage,
  createPageOfServices,
  updatePageOfHours,
  updatePageOfDeletion,
} from './creator-stats-projection.ts'
import { portfolioFileReader, portfolioAssetReader } from './portfolio/portfolio.ts'
import { consentRoutes } from './consents/routes.ts'
import { exploreDocuments } from './explore/documents.ts'
import { publicAssetReader, publicFileReader } from './explore/public-readers.ts'
import { type ReadOpenServices } from './explore/read-public-creator.ts'
import { pageReportQueue } from './explore/list-page-reports.ts'
import { reportMailer } from './explore/report-mailer.ts'
import { exploreRoutes } from './explore/routes.ts'
import { listingRoutes } from './listing/routes.ts'
import { talentRoutes } from './routes.ts'
import { talentData } from './personal-data.ts'

/**
 * Declares the talent feature: creator search, what strangers see, and the user's own page with package services and
 * portfolio.
 */
export function talentFeature({
  changeTimeZone,
  readOpenServices,
}: {
  changeTimeZone: ChangeTimeZone
  readOpenServices: ReadOpenServices
}): Feature {
  return {
    name: 'talent',
    erasers: [talentEraser],
    adminQueues: [pageReportQueue],
    routes: [...talentRoutes(changeTimeZone), ...exploreRoutes(readOpenServices), ...listingRoutes, ...consentRoutes],
    jobs: [reportMailer],
    personalData: talentData,
    publicDocuments: exploreDocuments(readOpenServices),
    eventHandlers: [
      createCreatorPage,
      createPageOfServices,
      updatePageOfHours,
      updatePageOfDeletion,
      copyCreatorName,
      updateCreatorRating,
      updateCompletedCount,
    ],
    storedFileReaders: [portfolioFileReader, publicFileReader],
    assetReaders: [portfolioAssetReader, publicAssetReader],
  }
}
