import { QueryClientProvider } from '@tanstack/react-query'
import { readPublicCreator } from '@veranda/contract/talent/explore/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { useLayoutEffect } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { ExploreView } from '../features/talent/explore/explore-view.tsx'
import { PublicPage } from '../features/talent/explore/public-page.tsx'
import { PublicPageSkeleton } from '../features/talent/explore/public-page-skeleton.tsx'
import { adoptFirstRead } from '../lib/api/first-read.ts'
import { queryCache, useRead } from '../lib/api/query.ts'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { Page, TabTitle } from '../components/page/page.tsx'
import { QueryBoundary } from '../components/page/query-boundary.tsx'

adoptFirstRead()

/** Shows the works of all creators who agreed to it, or one creator's page, to everyone. */
export function ExploreScreen() {
  const { handle } = useParams()
  // The server's first view stays until the screen itself can be seen, so that nothing flickers.
  useLayoutEffect(() => document.getElementById('first-view')?.remove(), [])
  return (
    // The plain frame of strangers has no cache of reads; it is the same one as the shell's.
    <QueryClientProvider client={queryCache}>
      {handle === undefined ? <Gallery /> : <PublicCreatorPage handle={handle} />}
    </QueryClientProvider>
  )
}

function Gallery() {
  const t = useTranslations('talent/explore')
  return (
    <Page title={t('title')} lead={t('lead')}>
      <ExploreView />
    </Page>
  )
}
/** Shows the public page of a creator; an old handle leads to the current one. */
function PublicCreatorPage({ handle }: { handle: string }) {
  const t = useTranslations('talent/explore')
  const { search, hash } = useLocation()
  const read = useRead(readPublicCreator, { params: { handle } })
  const { data } = read
  if (data && data.handle !== handle) return <Navigate to={`/explore/${data.handle}${search}${hash}`} replace />
  return (
    <>
      <TabTitle>
        {data &&
          (data.headline === '' ? data.name : t('meta.creator.title', { name: data.name, headline: data.headline }))}
      </TabTitle>
      <QueryBoundary
        query={read}
        skeleton={<PublicPageSkeleton />}
        errorTitle={t('page.failed')}
        notFound={
          <Card>
            <EmptyState
              level={1}
              icon="user"
              title={t('absent.title')}
              text={t('absent.text')}
              actions={
                <Button kind="filled" href="/explore">
                  {t('absent.explore')}
                </Button>
              }
            />
          </Card>
        }
      >
        {(creator) => <PublicPage key={creator.handle} creator={creator} />}
      </QueryBoundary>
    </>
  )
}
