declare module 'web-push' {
  type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }
  type Options = {
    vapidDetails: { subject: string; publicKey: string; privateKey: string }
    TTL: number
    urgency: string
    topic: string
  }
  type RequestDetails = { method: string; endpoint: string; headers: Record<string, string | number>; body: Buffer }
  const library: { generateRequestDetails(to: Subscription, payload: string, options: Options): RequestDetails }
  export default library
}
