import { type AnchorProps, AnchorProvider } from '@veranda/ui/anchor.tsx'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { ToastRegion } from '@veranda/ui/toast-region.tsx'
import { Suspense, useEffect } from 'react'
import { Link, Outlet, ScrollRestoration } from 'react-router'
import { slowRequests } from '../lib/api/slow-requests.ts'
import { useStore } from '../lib/store.ts'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { snackbars, toasts } from '../components/toasts.ts'
import { Splash } from './splash.tsx'

/** Wraps every screen: labels of the primitives, router links, toasts and snackbars. */
export function Root() {
  const t = useTranslations('common')
  const labels = {
    close: t('close'),
    dismiss: t('dismiss'),
    busy: t('busy'),
    optional: t('optional'),
    remove: t('remove'),
  }
  return (
    <LabelsProvider labels={labels}>
      <AnchorProvider component={RouterAnchor}>
        <Suspense fallback={<Splash />}>
          <Outlet />
        </Suspense>
        <ToastRegion queue={toasts} place="top" label={t('toasts')} />
        <ToastRegion queue={snackbars} place="bottom" label={t('snackbars')} />
        <SlowRequestsSnackbar />
        <ScrollRestoration />
      </AnchorProvider>
    </LabelsProvider>
  )
}

/** Routes the app's own paths and queries through the router; other addresses, files and the API are plain links. */
function RouterAnchor({ href, ...rest }: AnchorProps) {
  const isAppPath = /^[/?]/.test(href) && !href.startsWith('/api/') && rest.download === undefined
  return isAppPath ? <Link to={href} {...rest} /> : <a href={href} {...rest} />
}

/** Shows a snackbar with a stop button while a request takes more than ten seconds. */
function SlowRequestsSnackbar() {
  const t = useTranslations('common')
  const calls = useStore(slowRequests)
  const slow = calls.length > 0
  useEffect(() => {
    if (!slow) return
    const stopAll = () => slowRequests.get().forEach((call) => call.stop())
    const action = { label: t('stop'), onPress: stopAll }
    const key = snackbars.add({ key: 'still-working', title: t('still-working'), urgent: true, action })
    return () => snackbars.close(key)
  }, [slow, t])
  return null
}
