import { Card } from '@veranda/ui/card.tsx'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { Page } from '../components/page/page.tsx'
import { SupportForm } from '../features/support/support-form.tsx'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { useSession } from '../lib/session/session.ts'
import { NotFoundScreen } from './not-found-screen.tsx'

// Signed-out visitors have no requests of their own, and no query cache.
const SupportRequests = lazy(() =>
  import('./support-requests.tsx').then((module) => ({ default: module.SupportRequests })),
)

/** Shows the form and the user's requests, or one of these. */
export function SupportScreen() {
  const t = useTranslations('support')
  const { id } = useParams()
  const isSignedIn = useSession().status === 'in'
  if (id !== undefined && !isSignedIn) return <NotFoundScreen />
  if (id !== undefined) {
    return (
      <Suspense>
        <SupportRequests id={id} />
      </Suspense>
    )
  }
  return (
    <Page width="narrow" title={t('title')} lead={t('text')}>
      <Card padded>
        <SupportForm />
      </Card>
      {isSignedIn && (
        <Suspense>
          <SupportRequests id={undefined} />
        </Suspense>
      )}
    </Page>
  )
}
