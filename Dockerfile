# syntax=docker/dockerfile:1
# An image with the command line and the server:
#
#   docker build -t ol .
#   docker run --rm --user "$(id -u)" -v "$PWD:/data" ol train data.csv --label y -o model.ol
#   docker run --rm --user "$(id -u)" -v "$PWD:/data" -p 8080:8080 ol serve model.ol --host 0.0.0.0 --token-file token

FROM node:22-bookworm AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends cmake ninja-build \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /ol
COPY . .
RUN OL_REQUIRE_NATIVE=1 npm run build \
 && node scripts/pack.mjs --no-build --out /tarballs

FROM node:22-bookworm-slim
COPY --from=build /tarballs /tarballs
RUN npm install --global --no-audit --no-fund /tarballs/*.tgz \
 && rm -rf /tarballs
USER node
WORKDIR /data
ENTRYPOINT ["ol-cli"]
CMD ["--help"]
