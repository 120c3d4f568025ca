/** The clients of the load, each with calls and acknowledgements of its own. */
export const clientNames = [
  'messages over a socket',
  'messages over HTTP',
  'bookings',
  'commissions',
  'payouts',
  'uploads',
  'room visits of client',
  'room visits of creator',
  'broken connections',
] as const
export type ClientName = (typeof clientNames)[number]

/** One client of the load, who repeats a step until the load stops. */
export type LoadClient = {
  readonly name: ClientName
  /** True for one that may have nothing to store for a while, because it waits for money or for a payment. */
  readonly mayOnlyRead?: true
  step(): Promise<void>
  /** Takes up what had to wait, after the last step. */
  finish?(): Promise<void>
  /** Closes the connections that are its own. */
  leave(): void
  /** Returns a sentence for each fault that only this client can see, when everything is idle. */
  findFaults(): Promise<string[]>
}
