# A static binary on an empty base, run as an unprivileged user.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG RELEASE=""
RUN CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags "-s -w -X main.release=${RELEASE}" -o /out/bot ./cmd/bot \
 && mkdir /out/data

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /out/bot /bot
# The folder of the embedded store; mount a volume here to keep the games.
COPY --from=build --chown=nonroot:nonroot /out/data /data
WORKDIR /data
VOLUME /data
ENV NIM_STORE=bolt:/data/nim.db \
    NIM_HTTP_LISTEN=0.0.0.0:8080
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["/bot", "health"]
ENTRYPOINT ["/bot"]
CMD ["serve"]
