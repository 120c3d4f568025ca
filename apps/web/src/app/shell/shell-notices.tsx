import { lazy, Suspense, useEffect } from 'react'
import { whenIdle } from '../../lib/device/when-idle.ts'
import { loadTranslations } from '../../lib/i18n/i18n.ts'
import { useOwnAccount } from '../../lib/session/own-account.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { InstallOffer } from './install-offer.tsx'
import { useUpdatePrompt } from './use-update-prompt.ts'

const AccountNotices = lazy(() =>
  import('./account-notices.tsx').then((module) => ({ default: module.AccountNotices })),
)

void loadTranslations('shell/connection')

/** Shows above every screen what concerns the whole app: the connection, and what becomes of the account. */
export function ShellNotices() {
  const account = useOwnAccount().data
  useServiceWorker()
  useUpdatePrompt()
  return (
    <>
      <ConnectionBanner />
      <InstallOffer />
      <Suspense>{(account?.deletionAt ?? account?.outdatedTerms) && <AccountNotices />}</Suspense>
    </>
  )
}

/** Starts the service worker once the browser is idle; it is needed at the next visit at the earliest. */
function useServiceWorker(): void {
  useEffect(
    () =>
      whenIdle(() => {
        import('../start-service-worker.ts').then(
          ({ startServiceWorkerOnce }) => startServiceWorkerOnce(),
          (error: unknown) => console.warn('the service worker could not be started', error),
        )
      }),
    [],
  )
}
