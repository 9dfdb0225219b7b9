# The shop, for `DATABASE_URL`: nothing is written but to /tmp and to DATA_DIR.
FROM debian:12-slim AS base
RUN apt-get update \
  && apt-get install -y --no-install-recommends libatomic1 ca-certificates \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /shop

# npm is needed to install alone: the Node that runs comes with the packages.
FROM base AS build
RUN apt-get update && apt-get install -y --no-install-recommends nodejs npm && npm install --global npm@11
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && ln -sf ../node-linux-$(node -p process.arch)/bin/node node_modules/.bin/node

FROM base
# For `npm run backup`, `restore`: at least as new as the server.
RUN apt-get update \
  && apt-get install -y --no-install-recommends postgresql-client \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --create-home --home-dir /data shop
COPY --from=build --chown=root:root /shop /shop
ENV PATH=/shop/node_modules/.bin:$PATH NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
USER shop
VOLUME /data
EXPOSE 3000
# Not /readyz: one that drains, or whose database is away, is not to be restarted.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.METRICS_PORT ?? process.env.PORT ?? 3000) + '/livez').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--min-semi-space-size=8", "--max-semi-space-size=16", "src/start.mjs"]
