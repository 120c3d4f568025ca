import './app/trusted-types.ts'
import '@veranda/ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { createRouter } from './app/router.tsx'
import { analytics, errorReporting } from './lib/build-settings.ts'
import { whenIdle } from './lib/device/when-idle.ts'
import { loadTranslations } from './lib/i18n/i18n.ts'
import { recordFailure } from './lib/failures.ts'

const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no element #root')

// As `common`, before anything is drawn: what asks for it later would hide the page for a moment. Without a network the
// texts of a page that fails could not be fetched then, and would be in English.
loadTranslations('errors', 'errors/page').catch(() => {})
const router = createRouter()
createRoot(container).render(
  <StrictMode>
    <RouterProvider router={router} onError={recordFailure} />
  </StrictMode>,
)

if (analytics || errorReporting) {
  whenIdle(() => {
    // Without it the app works as well.
    import('./app/analytics/start-analytics.ts').then((m) => m.startAnalytics(router)).catch(() => undefined)
  })
}
