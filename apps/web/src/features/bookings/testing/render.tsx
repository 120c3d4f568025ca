import { QueryClientProvider } from '@tanstack/react-query'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { render } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { queryCache } from '../../../lib/api/query.ts'

const labels = {
  close: 'Close',
  dismiss: 'Dismiss',
  busy: 'Busy',
  optional: 'optional',
  remove: 'Remove',
}

/** Renders a component as in the app: with query cache, router and labels. */
export function renderInApp(part: ReactNode, path = '/') {
  const inside = (
    <QueryClientProvider client={queryCache}>
      <LabelsProvider labels={labels}>
        <Suspense>{part}</Suspense>
      </LabelsProvider>
    </QueryClientProvider>
  )
  const router = createMemoryRouter([{ path: '*', element: inside }], { initialEntries: [path] })
  return { router, ...render(<RouterProvider router={router} />) }
}
