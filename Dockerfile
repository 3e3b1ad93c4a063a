# A static binary and nothing else, run as an unprivileged user. `docker build .`
# builds it from the sources; a release copies the binaries that its archives
# hold (--target=released). The binary brings time zones and certificate
# authorities along, so it needs no base image.
FROM --platform=$BUILDPLATFORM golang:1.26.8@sha256:0f063af2d465d8dcae54cce04278ada488b96f77b42449c8d071e47d016cc65a AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG RELEASE=""
ARG TARGETOS TARGETARCH
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -buildvcs=false -ldflags "-s -w -X main.release=${RELEASE}" -o /out/bot ./cmd/bot

FROM scratch AS base
COPY LICENSE NOTICES /licenses/
USER 65532:65532
# The folder of the embedded store, which that user owns, as it comes after
# USER; mount a volume here to keep the games.
WORKDIR /data
VOLUME /data
# GOMEMLIMIT is 85 % of 1 GiB; where a container may use more or less, set it anew.
ENV NIM_STORE=bolt:/data/nim.db \
    NIM_HTTP_LISTEN=0.0.0.0:8080 \
    GOMEMLIMIT=870MiB
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["/bot", "health"]
ENTRYPOINT ["/bot"]
CMD ["serve"]

FROM base AS released
ARG TARGETPLATFORM
COPY $TARGETPLATFORM/bot /bot

FROM base
COPY --from=build /out/bot /bot
