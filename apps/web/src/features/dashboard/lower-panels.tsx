import { type RecentVersion } from '@veranda/contract/dashboard/schemas.ts'
import { lazy, Suspense } from 'react'
import { RecentVersionTiles } from './recent-versions.tsx'

const NotificationSummary = lazy(() =>
  import('./notification-summary/notification-summary.tsx').then((module) => ({ default: module.NotificationSummary })),
)

/** Renders what the dashboard has below the fold: the newest versions, if there are any, and the charts of notifications. */
export function LowerPanels({ recentVersions }: { recentVersions: readonly RecentVersion[] }) {
  return (
    <>
      {recentVersions.length > 0 && <RecentVersionTiles items={recentVersions} />}
      <Suspense>
        <NotificationSummary />
      </Suspense>
    </>
  )
}
