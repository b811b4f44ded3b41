# The bot in an image: what a build needs stays in the first stage. scripts/check-image.mjs runs these same steps without an engine.
FROM node:lts-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts ./scripts
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY src ./src
COPY handlers ./handlers
COPY adapters ./adapters
RUN node scripts/build.mjs
RUN npm ci --ignore-scripts --omit=dev

FROM node:lts-trixie-slim
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates git libgomp1 \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY demo/sample.bundle ./demo/sample.bundle
RUN install --directory --owner=node --group=node /data
USER node
ENV NODE_ENV=production REPOBRAIN_DATA=/data PORT=8080
VOLUME /data
EXPOSE 8080
# A bot that is told to end gives back what it is at: the next one goes on with it.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/main.js"]
CMD ["start"]
