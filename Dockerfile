# Kartoteka with its own Node. PostgreSQL runs elsewhere: set DATABASE_URL, see docs/from-a-bare-server.md.
FROM node:22-bookworm-slim AS base
# The program's own Node needs it; the one of this image, which only runs npm, does not.
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*

FROM base AS build
WORKDIR /app
# As every start does: it sees to it that the program's own Node is there and runs.
COPY package.json package-lock.json ./
COPY scripts/setup.mjs scripts/
RUN node scripts/setup.mjs
COPY . .
RUN PATH=/app/node_modules/.bin:$PATH node scripts/build.ts

FROM base
ENV NODE_ENV=production PATH=/app/node_modules/.bin:$PATH HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app /app
RUN install --directory --owner=node --group=node --mode=700 /data
USER node
VOLUME /data
EXPOSE 3000
# A process whose database is away recovers by itself, so this asks whether it is alive, not whether it is ready.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "scripts/start.ts"]
