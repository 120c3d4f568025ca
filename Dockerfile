# glibc, because the pinned Node and Postgres are built for it.
FROM node:20-bookworm-slim
WORKDIR /app
COPY . .
RUN npm ci && npm run build
# Production also needs VERANDA_SECRET, PUBLIC_URL, SMTP_URL and PAYMENTS=off; without them the container says so and ends.
ENV VERANDA_MODE=production HOST=0.0.0.0 PORT=4000 VERANDA_DATA=/data
VOLUME /data
EXPOSE 4000
# What `npm start` runs. npm in between might not pass SIGTERM on.
CMD ["node", "start.mjs", "start"]
