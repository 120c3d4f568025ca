import { type Feature } from '../../feature.ts'
import { type ChangeTimeZone } from './change-profile.ts'
import { copyName, countCompleted, countStars, openPage } from './keep-standing.ts'
import { portfolioReader, portfolioWorks } from './portfolio.ts'
import { talentRoutes } from './routes.ts'

/** Finding creators, their public pages, and one's own page with services and portfolio. */
export function talentFeature({ changeTimeZone }: { changeTimeZone: ChangeTimeZone }): Feature {
  return {
    name: 'talent',
    routes: talentRoutes(changeTimeZone),
    reactions: [openPage, copyName, countStars, countCompleted],
    files: [portfolioReader],
    works: [portfolioWorks],
  }
}
