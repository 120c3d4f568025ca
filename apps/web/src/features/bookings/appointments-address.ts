export const appointmentViews = ['coming', 'waiting', 'past', 'calendar', 'availability', 'missed'] as const
export type AppointmentView = (typeof appointmentViews)[number]

/** What the address shows; what it does not know counts as not said. */
export function appointmentViewOf(params: URLSearchParams): AppointmentView {
  return appointmentViews.find((known) => known === params.get('view')) ?? 'coming'
}

export function appointmentsAddress(view: AppointmentView): string {
  return view === 'coming' ? '/appointments' : `/appointments?view=${view}`
}
