import { type AnchorProps, AnchorProvider } from '@veranda/ui/anchor.tsx'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Notices } from '@veranda/ui/notices.tsx'
import { Suspense } from 'react'
import { Link, Outlet, ScrollRestoration } from 'react-router'
import { useWords } from '../lib/words.ts'
import { snackbars, toasts } from '../parts/notices.ts'
import { Splash } from './splash.tsx'
import { StillWorking } from './still-working.tsx'

/** Around every screen: the primitives' own words, the router's links, and what pops up. */
export function Root() {
  const t = useWords('common')
  const labels = {
    close: t('close'),
    dismiss: t('dismiss'),
    busy: t('busy'),
    optional: t('optional'),
    remove: t('remove'),
    notices: t('notices'),
  }
  return (
    <LabelsProvider labels={labels}>
      <AnchorProvider component={RouterAnchor}>
        <Suspense fallback={<Splash />}>
          <Outlet />
        </Suspense>
        <Notices queue={toasts} place="top" label={t('toasts')} />
        <Notices queue={snackbars} place="bottom" label={t('snackbars')} />
        <StillWorking />
        <ScrollRestoration />
      </AnchorProvider>
    </LabelsProvider>
  )
}

/** Our own paths go through the router; other addresses, files and the API are plain links. */
function RouterAnchor({ href, ...rest }: AnchorProps) {
  const own = href.startsWith('/') && !href.startsWith('/api/') && rest.download === undefined
  return own ? <Link to={href} {...rest} /> : <a href={href} {...rest} />
}
